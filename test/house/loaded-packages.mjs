// @ts-check
/**
 * For use with `--import`: on exit, writes the names of the loaded packages as one line of JSON to stderr. The debugger
 * reports each script that is compiled; loader hooks would need a thread, which takes longer than showing help.
 */

import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';

/** @type {string[]} */
const addresses = [];
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params }) => addresses.push(params.url));
session.post('Debugger.enable');

process.on('exit', () => {
  const names = addresses.flatMap((address) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(address) ?? [];
    return name === undefined || name === 'satchel' ? [] : [name];
  });
  writeSync(2, `${JSON.stringify([...new Set(names)].sort())}\n`);
});
