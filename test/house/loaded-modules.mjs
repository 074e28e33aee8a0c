// @ts-check
/**
 * For use with `--import`: on exit, writes the names of the loaded packages, bundled ones too, and the size of the program's own loaded files,
 * in bytes, as one line of JSON to stderr. The debugger reports each script that is compiled; loader hooks would need
 * a thread, which takes longer than showing help.
 */

import { statSync, writeSync } from 'node:fs';
import { Session } from 'node:inspector';

/** @type {Set<string>} */
const addresses = new Set();
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params }) => addresses.add(params.url));
session.post('Debugger.enable');

process.on('exit', () => {
  const packages = new Set();
  let ownBytes = 0;
  for (const address of addresses) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(address) ?? [];
    const [, bundled] = /\/satchel\/dist\/packages\/(.*)/.exec(address) ?? [];
    if (bundled !== undefined) {
      packages.add(bundled);
    } else if (name === 'satchel') {
      ownBytes += statSync(new URL(address)).size;
    } else if (name !== undefined) {
      packages.add(name);
    }
  }
  writeSync(2, `${JSON.stringify({ packages: [...packages].sort(), ownBytes })}\n`);
});
