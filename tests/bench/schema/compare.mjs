// Our engine beside ajv, in one run: verdicts of valid documents, all errors of a bad one, and compiling.
// Usage: node compare.mjs ASSAYER_CLI [--ajv FOLDER] [--rounds N]. FOLDER holds node_modules with ajv; without it only we run.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';

const words = process.argv.slice(2);
const option = (name, otherwise) => {
  const at = words.indexOf('--' + name);
  return at < 0 ? otherwise : words[at + 1];
};
const cli = words[0];
const ajvFolder = option('ajv', process.env.ASSAYER_AJV ?? '');
const rounds = Number(option('rounds', 3));
if (!cli) {
  console.error('usage: node compare.mjs ASSAYER_CLI [--ajv FOLDER] [--rounds N]');
  process.exit(2);
}

// A tool's output as tools have it: a report of scalars, a tagged alternative, a map, and a table of rows.
const text = (most) => ({ type: 'string', maxLength: most });
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    price: { type: 'object', properties: { value: { type: 'number', minimum: 0 }, currency: { type: 'string', pattern: '^[A-Z]{3}$' } }, required: ['value', 'currency'] },
    article: {
      type: 'object',
      properties: {
        number: { type: 'integer', minimum: 1 }, code: { type: 'string', pattern: '^[A-Z]{2}[0-9]{6}$' }, title: { type: 'string', minLength: 1, maxLength: 150 },
        weight: { type: 'number', exclusiveMinimum: 0 }, stock: { type: 'integer', minimum: 0, maximum: 65535 }, status: { enum: ['draft', 'listed', 'sold out'] },
        keywords: { type: 'array', items: { type: 'string' }, maxItems: 12 }, price: { $ref: '#/$defs/price' }, replaces: { type: ['integer', 'null'] }
      },
      required: ['number', 'code', 'title', 'status'],
      additionalProperties: false
    }
  },
  properties: {
    ...Object.fromEntries(Array.from({ length: 7 }, (_, i) => ['note' + i, text(120)])),
    ...Object.fromEntries(Array.from({ length: 6 }, (_, i) => ['count' + i, { type: 'integer', minimum: 0, maximum: 1e6 }])),
    ...Object.fromEntries(Array.from({ length: 4 }, (_, i) => ['share' + i, { type: 'number' }])),
    ...Object.fromEntries(Array.from({ length: 4 }, (_, i) => ['switch' + i, { type: 'boolean' }])),
    kind: { const: 'catalogue' }, level: { enum: ['low', 'middle', 'high'] }, net: { $ref: '#/$defs/price' }, gross: { $ref: '#/$defs/price' },
    owner: { oneOf: [{ type: 'object', properties: { is: { const: 'person' }, login: { type: 'string' } }, required: ['is', 'login'] },
      { type: 'object', properties: { is: { const: 'company' }, register: { type: 'string' } }, required: ['is', 'register'] }] },
    labels: { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { maxLength: 30 } },
    articles: { type: 'array', items: { $ref: '#/$defs/article' } }, next: { type: ['string', 'null'] }
  },
  required: ['kind', 'level', 'articles'],
  additionalProperties: false
};

const article = (i) => ({ number: i + 1, code: 'QX' + String(100000 + (i * 37) % 900000), title: `Article ${i} with a title of the usual length`, weight: 0.25 + (i % 90) / 4,
  stock: (i * 13) % 5000, status: ['draft', 'listed', 'sold out'][i % 3], keywords: ['blue', 'series ' + (i % 9), 'k' + (i % 7)],
  price: { value: Math.round(i * 211 % 90000) / 100, currency: 'EUR' }, replaces: i % 4 ? null : i });
const report = (articles) => ({
  ...Object.fromEntries(Array.from({ length: 7 }, (_, i) => ['note' + i, 'a remark, the number ' + i])),
  ...Object.fromEntries(Array.from({ length: 6 }, (_, i) => ['count' + i, i * 999])),
  ...Object.fromEntries(Array.from({ length: 4 }, (_, i) => ['share' + i, i / 8])),
  ...Object.fromEntries(Array.from({ length: 4 }, (_, i) => ['switch' + i, i % 2 === 1])),
  kind: 'catalogue', level: 'middle', net: { value: 10.5, currency: 'EUR' }, gross: { value: 12.5, currency: 'EUR' }, owner: { is: 'company', register: 'HRB 1' },
  labels: { team: 'a', region: 'b', tier: 'c' }, articles: Array.from({ length: articles }, (_, i) => article(i)), next: null });

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assayer-schema-'));
const file = (name) => path.join(folder, name + '.json');
const sized = (bytes) => {
  let rows = 1;
  while (JSON.stringify(report(rows)).length < bytes) rows = Math.ceil(rows * 1.1) + 1;
  return report(rows);
};
const documents = { small: report(4), middle: sized(10_000), big: sized(1_000_000) };
documents.bad = structuredClone(documents.big);
documents.bad.articles.at(-1).stock = -1;
fs.writeFileSync(file('schema'), JSON.stringify(schema));
for (const [name, value] of Object.entries(documents)) fs.writeFileSync(file(name), JSON.stringify(value));
const names = Object.keys(documents);

function ours() {
  let out;
  try {
    out = execFileSync(cli, ['bench', 'schema', file('schema'), ...names.map(file), '--json'], { encoding: 'utf8' });
  } catch (error) {
    out = error.stdout; // 1: one document is bad on purpose
  }
  const result = JSON.parse(out);
  return { compile: result.compileUs, flag: result.documents.map((d) => d.flagUs), errors: result.documents.map((d) => d.errorsUs) };
}

function median(work) {
  const start = performance.now();
  while (performance.now() - start < 200) work();
  const once = performance.now();
  work();
  const batch = Math.max(1, Math.floor(0.2 / Math.max(performance.now() - once, 1e-4)));
  const times = [];
  for (const end = performance.now() + 300; performance.now() < end || times.length < 20;) {
    const begin = performance.now();
    for (let i = 0; i < batch; ++i) work();
    times.push((performance.now() - begin) / batch);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] * 1000;
}

function theirs() {
  const load = createRequire(path.resolve(ajvFolder) + '/x.js');
  const Ajv = load('ajv/dist/2020').default;
  const made = (allErrors) => new Ajv({ strict: false, validateSchema: false, allErrors });
  const begin = performance.now();
  const check = made(false).compile(schema);
  const compile = (performance.now() - begin) * 1000;
  const all = made(true).compile(schema);
  return { compile, flag: names.map((n) => median(() => check(documents[n]))), errors: names.map((n) => median(() => all(documents[n]))) };
}

const middle = (rows) => rows.sort((a, b) => a - b)[rows.length >> 1];
const merged = (runs) => ({ compile: middle(runs.map((r) => r.compile)), flag: names.map((_, i) => middle(runs.map((r) => r.flag[i]))), errors: names.map((_, i) => middle(runs.map((r) => r.errors[i]))) });
const hasAjv = ajvFolder && fs.existsSync(path.join(ajvFolder, 'node_modules', 'ajv'));
const mine = [], peer = [];
for (let round = 0; round < rounds; ++round) {
  mine.push(ours());
  if (hasAjv) peer.push(theirs());
}
fs.rmSync(folder, { recursive: true });
const we = merged(mine);
const they = hasAjv ? merged(peer) : null;
const line = (what, us, other) => console.log(what.padEnd(26) + us.toFixed(2).padStart(10) + ' us' + (other ? other.toFixed(2).padStart(12) + ' us' + (other / us).toFixed(2).padStart(9) + ' x' : ''));
console.log(''.padEnd(26) + '      assayer' + (they ? '            ajv     ratio' : '   (ajv: npm install ajv, then --ajv FOLDER)'));
line('compile', we.compile, they?.compile);
names.forEach((name, i) => line(`${name}, verdict`, we.flag[i], they?.flag[i]));
names.forEach((name, i) => line(`${name}, all errors`, we.errors[i], they?.errors[i]));
