// compare.mjs BIN [PEERS]: lists of generated tools: ours beside the floor (transfer and in-situ parse) and, where it is installed, beside
// the TypeScript client. What is compared runs in turns against one server; the ratios are what counts.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [bin, peers] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const hasClient = peers && existsSync(path.join(peers, 'node_modules/@modelcontextprotocol/client'));
const quick = process.env.QUICK === '1';
const big = Number(process.env.BIG ?? 100_000);
let missed = 0;

function startServer(count, bad) {
  const child = spawn(process.execPath, [path.join(here, 'listserver.mjs'), String(count), String(bad)], { stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve) => child.stdout.once('data', (text) => resolve({ port: Number(text), stop: () => child.stdin.end() })));
}

/// In a process of its own while this one (and so the server's pipe) goes on.
function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => { out += text; });
    child.stderr.on('data', (text) => { err += text; });
    child.on('close', () => {
      try {
        resolve(JSON.parse(out));
      } catch {
        reject(new Error(`${program} ${args.join(' ')}: ${out.slice(0, 200)} ${err.slice(0, 400)}`));
      }
    });
  });
}

const ours = (port, rounds) => run(path.join(bin, 'assayer-cli'), ['bench', 'list', 'tools', '--repeat', String(rounds), '--era', 'legacy', '--max-message', '1000000000', '--json', `http://127.0.0.1:${port}/mcp`]);
const floor = (port, rounds) => run(path.join(bin, 'bench_listfloor'), [String(port), String(rounds)]);
const theirs = (port, rounds) => run(process.execPath, [path.join(here, 'tsclient.mjs'), peers, String(port), String(rounds)]);

const ms = (value) => `${value.toFixed(1)} ms`;
const mib = (kib) => `${(kib / 1024).toFixed(0)} MiB`;
function bar(what, value, most) {
  const ok = value <= most;
  missed += ok ? 0 : 1;
  console.log(`   ${ok ? 'met   ' : 'MISSED'}  ${what}: ${value.toFixed(2)} (at most ${most})`);
}

/// The smaller median, and the smallest time of both.
function better(a, b) {
  if (!a) return b;
  const best = a.medianMs < b.medianMs ? a : b;
  return { ...best, minMs: Math.min(a.minMs ?? Infinity, b.minMs ?? Infinity) };
}

/// Interleaved, so that a busy moment hits both.
async function beside(a, b, turns) {
  let first, second;
  for (let i = 0; i < turns; ++i) {
    const one = await a();
    const other = await b();
    first = better(first, one);
    second = better(second, other);
  }
  return [first, second];
}

const rounds = quick ? 5 : 15;
const turns = quick ? 2 : 5;

const good = await startServer(10_000, 0);
const spoiled = await startServer(10_000, 0.01);
const [mine, least] = await beside(() => ours(good.port, rounds), () => floor(good.port, rounds), turns);
console.log(`10,000 tools, ${(least.bytes / 1e6).toFixed(1)} MB: ours ${ms(mine.medianMs)} (metadata ${ms(mine.metadataMs)} after it), transfer and in-situ parse ${ms(least.medianMs)} (${ms(least.transferMs)} + ${ms(least.parseMs)})`);
bar('ours / transfer and parse, best of each', mine.minMs / least.minMs, 3);
const [clean, dirty] = await beside(() => ours(good.port, rounds), () => ours(spoiled.port, rounds), turns);
console.log(`1 % malformed: ${ms(dirty.medianMs)} (${dirty.malformed} malformed), none: ${ms(clean.medianMs)}`);
bar('1 % malformed / none, best of each', dirty.minMs / clean.minMs, 1.1);
if (hasClient) {
  const [here10k, there10k] = await beside(() => ours(good.port, rounds), () => theirs(good.port, rounds), quick ? 1 : 3);
  console.log(`TypeScript client: ${ms(there10k.medianMs)}; theirs / ours ${(there10k.medianMs / here10k.medianMs).toFixed(1)}`);
} else {
  console.log('The TypeScript client is not installed (./dev test installs it where npm is): no comparison with it.');
}
good.stop();
spoiled.stop();

const large = await startServer(big, 0);
const wide = await ours(large.port, 1);
console.log(`${big.toLocaleString('en')} tools: ours ${ms(wide.medianMs)}, peak ${mib(wide.peakRssKiB)}`);
if (hasClient) {
  const client = await theirs(large.port, 1);
  console.log(`   TypeScript client ${ms(client.medianMs)}, peak ${mib(client.peakRssKiB)}${client.error ? ', ' + client.error : ''}`);
  bar('peak memory, ours / theirs', wide.peakRssKiB / client.peakRssKiB, 1 / 3);
}
large.stop();
process.exitCode = missed ? 1 : 0;
