// tsclient.mjs PEERS PORT ROUNDS: the TypeScript client's listTools() on the same list. Prints {"medianMs","items","error","peakRssKiB"}.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [peers, port, rounds] = process.argv.slice(2);
const require = createRequire(peers + '/package.json');
const { Client, StreamableHTTPClientTransport } = await import(pathToFileURL(require.resolve('@modelcontextprotocol/client').replace(/\.cjs$/, '.mjs')).href);

const client = new Client({ name: 'bench', version: '1' });
await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
const times = [];
let items = 0;
let error = null;
for (let i = 0; i < Number(rounds); ++i) {
  const begin = performance.now();
  try {
    items = (await client.listTools(undefined, { cacheMode: 'refresh', timeout: 600_000 })).tools.length;
  } catch (reason) {
    error = String(reason.message).slice(0, 80);
  }
  times.push(performance.now() - begin);
}
times.sort((a, b) => a - b);
console.log(JSON.stringify({ medianMs: times[times.length >> 1], items, error, peakRssKiB: process.resourceUsage().maxRSS }));
process.exit(0);
