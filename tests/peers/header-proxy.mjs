// header-proxy.mjs PORT TARGET-PORT [HEADER...]: passes everything on to 127.0.0.1:TARGET-PORT but these request headers, as proxies and
// gateways with a list of known headers do. Answers are passed on as they come.
import http from 'node:http';

const [port, target, ...dropped] = process.argv.slice(2);
const lower = dropped.map((name) => name.toLowerCase());

http.createServer((request, response) => {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !lower.includes(name)));
  const onward = http.request({ host: '127.0.0.1', port: Number(target), path: request.url, method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.statusMessage, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}).listen(Number(port), '127.0.0.1');
