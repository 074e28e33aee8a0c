/**
 * A service with one exported migration, whose archive is a file: `node archive-service.js FILE`. Prints its address as
 * a JSON line.
 */

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , path = ''] = process.argv;
const { size } = statSync(path);
const MIGRATION = {
  id: 7,
  guid: '0b989ba4-242f-11e5-81e1-c7b6966d2516',
  state: 'exported',
  repositories: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

const server = createServer((request, response) => {
  if (request.url === '/storage') {
    response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': size });
    createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(response);
  } else if (request.url?.endsWith('/archive') === true) {
    response.writeHead(302, { location: `http://${request.headers.host}/storage` }).end();
  } else {
    const body =
      request.url?.startsWith('/user/migrations/7') === true ? MIGRATION : { login: 'alice', id: 1 };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // It listens on a port.
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
