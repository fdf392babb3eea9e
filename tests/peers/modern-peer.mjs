// A small third-party peer: @modelcontextprotocol/server does all of the protocol.
//   modern-peer.mjs [--stdio | --port N] [--modern-only]
import http from 'node:http';
import { createMcpHandler, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toNodeHandler } from '@modelcontextprotocol/node';
import * as z from 'zod/v4';

const has = (word) => process.argv.includes(word);
const value = (word) => process.argv[process.argv.indexOf(word) + 1];

const text = (words) => ({ content: [{ type: 'text', text: words }] });

function makeServer() {
  const server = new McpServer(
    { name: 'modern-peer', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: 'Peer for the tests of a client.' });
  server.registerTool('echo', { description: 'Says it again', inputSchema: z.object({ text: z.string() }) }, async ({ text: words }) => text(words));
  server.registerTool(
    'add',
    { description: 'Adds', inputSchema: z.object({ a: z.number(), b: z.number() }), outputSchema: z.object({ sum: z.number() }) },
    async ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }));
  server.registerTool('fail', { description: 'Fails on purpose', inputSchema: z.object({}) }, async () => ({ isError: true, ...text('on purpose') }));
  server.registerResource('note', 'note://one', { mimeType: 'text/plain' }, async (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'one' }] }));
  server.registerResource('notes', new ResourceTemplate('note://{name}', { list: undefined }), { mimeType: 'text/plain' }, async (uri, { name }) => ({ contents: [{ uri: uri.href, text: String(name) }] }));
  server.registerPrompt('hello', { description: 'Says hello', argsSchema: z.object({ who: z.string() }) }, ({ who }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `hello ${who}` } }] }));
  return server;
}

if (has('--stdio')) {
  serveStdio(makeServer, has('--modern-only') ? { legacy: 'reject' } : undefined);
} else {
  const handler = toNodeHandler(createMcpHandler(makeServer, { legacy: has('--modern-only') ? 'reject' : 'stateless' }));
  const server = http.createServer((request, response) => handler(request, response));
  server.listen(Number(value('--port')), '127.0.0.1', () => console.error('listening'));
  process.on('SIGTERM', () => process.exit(0));
}
