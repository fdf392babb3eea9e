// listserver.mjs COUNT BAD: a legacy server on a free port of 127.0.0.1 whose tools/list holds COUNT tools, a share BAD of them malformed.
// The page is rendered once. Prints the port, ends with its stdin.
import http from 'node:http';

const count = Number(process.argv[2] ?? 1000);
const bad = Number(process.argv[3] ?? 0);

// Small, seeded, the same for every run.
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const nouns = ['invoice', 'ticket', 'branch', 'sensor', 'contact', 'album', 'route', 'shelf', 'lesson', 'ledger', 'parcel', 'meeting', 'device', 'report', 'review'];
const verbs = ['find', 'create', 'update', 'archive', 'compare', 'export', 'assign', 'merge', 'inspect', 'restore'];
const pick = (r, list) => list[Math.floor(r() * list.length)];
const words = (r, n) => Array.from({ length: n }, () => pick(r, nouns) + ' ' + pick(r, verbs)).join(', ');

function property(r, depth) {
  const kind = r();
  if (kind < 0.4) return { type: 'string', description: words(r, 5), maxLength: 400 };
  if (kind < 0.6) return { type: 'integer', description: words(r, 4), minimum: 0, maximum: 5000, default: 25 };
  if (kind < 0.7) return { type: 'boolean', description: words(r, 3) };
  if (kind < 0.8) return { enum: nouns.slice(0, 4), description: words(r, 3) };
  if (kind < 0.9 || depth > 0) return { type: 'array', items: { type: 'string' }, description: words(r, 4) };
  return { type: 'object', properties: { from: property(r, 1), to: property(r, 1) }, additionalProperties: false };
}

function tool(i) {
  const r = random(7919 * i + 13);
  const properties = {};
  for (let n = 3 + Math.floor(r() * 5); n > 0; --n) properties[pick(r, nouns) + '_' + n] = property(r, 0);
  const made = { name: `${pick(r, verbs)}_${pick(r, nouns)}_${i}`, title: words(r, 1), description: words(r, 14),
    inputSchema: { type: 'object', properties, required: Object.keys(properties).slice(0, 2) } };
  if (r() < 0.3) made.annotations = { readOnlyHint: r() < 0.5, destructiveHint: false };
  if (r() < 0.2) made.outputSchema = { type: 'object', properties: { first: property(r, 0), second: property(r, 0), third: property(r, 1) }, required: ['first'] };
  return made;
}

const faults = [(t) => { t.inputSchema.type = 'array'; }, (t) => { t.name = i; }, (t) => { delete t.inputSchema; }, (t) => { t.annotations = []; }, (t) => { t.description = null; }];
let i = 0;
const tools = Array.from({ length: count }, (_, n) => tool(n));
if (bad > 0) for (i = 0; i < count; i += Math.round(1 / bad)) faults[(i / Math.round(1 / bad)) % faults.length](tools[i]);
const list = Buffer.from(JSON.stringify({ tools }));

function json(response, id, result) {
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
  const body = Buffer.isBuffer(result) ? result : Buffer.from(JSON.stringify(result));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': head.length + body.length + 1 });
  response.write(head);
  response.write(body);
  response.end('}');
}

const server = http.createServer((request, response) => {
  if (request.method !== 'POST') return response.writeHead(405).end();
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const message = JSON.parse(Buffer.concat(pieces));
    if (message.id === undefined) return response.writeHead(202).end();
    if (message.method === 'initialize')
      return json(response, message.id, { protocolVersion: message.params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'lists', version: '1' } });
    if (message.method === 'tools/list') return json(response, message.id, list);
    response.writeHead(404, { 'content-type': 'text/plain' }).end('no such method');
  });
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
