// Times tools/call with the TypeScript client: client.mjs SEQUENTIAL CONCURRENT IN_FLIGHT (URL | -- COMMAND ARG...)
// Prints {"sequentialPerSecond","inFlight","concurrentPerSecond"}. Run in the folder where the client is installed.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const here = createRequire(pathToFileURL(process.cwd() + '/').href);
const load = async (name) => import(pathToFileURL(here.resolve(name).replace(/\.cjs$/, '.mjs')).href);
const { Client, StreamableHTTPClientTransport } = await load('@modelcontextprotocol/client');
const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');

const [sequential, concurrent, inFlight] = process.argv.slice(2, 5).map(Number);
const target = process.argv.slice(5);
const transport = target[0] === '--'
  ? new StdioClientTransport({ command: target[1], args: target.slice(2) })
  : new StreamableHTTPClientTransport(new URL(target[0]));
process.removeAllListeners('warning');
process.on('warning', () => {});

const client = new Client({ name: 'bench', version: '1' });
await client.connect(transport);
const call = () => client.callTool({ name: 'echo', arguments: { text: 'hello world' } });

async function perSecond(total, lanes) {
  let left = total;
  const started = performance.now();
  await Promise.all(Array.from({ length: lanes }, async () => {
    while (left-- > 0) await call();
  }));
  return (total * 1000) / (performance.now() - started);
}

await perSecond(200, 1);
const result = { sequentialPerSecond: await perSecond(sequential, 1), inFlight };
result.concurrentPerSecond = await perSecond(concurrent, inFlight);
console.log(JSON.stringify(result));
process.exit(0);
