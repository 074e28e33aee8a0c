// @ts-check
/**
 * For use with `--import`: on exit, writes the names of the loaded packages as one line of JSON to stderr. A loader
 * hook reports modules, and the module cache contains CommonJS scripts.
 */

import { writeSync } from 'node:fs';
import module, { register } from 'node:module';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';

const LOADER = `
let port;
export async function initialize(data) {
  port = data;
}
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  port.postMessage(found.url);
  return found;
}`;

const { port1, port2 } = new MessageChannel();
register(`data:text/javascript,${encodeURIComponent(LOADER)}`, { data: port2, transferList: [port2] });

process.on('exit', () => {
  const addresses = Object.keys(
    /** @type {{ _cache?: object }} */ (/** @type {unknown} */ (module))._cache ?? {},
  );
  for (let got = receiveMessageOnPort(port1); got !== undefined; got = receiveMessageOnPort(port1)) {
    addresses.push(got.message);
  }
  const names = addresses.flatMap((address) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(address) ?? [];
    return name === undefined || name === 'satchel' ? [] : [name];
  });
  writeSync(2, `${JSON.stringify([...new Set(names)].sort())}\n`);
});
