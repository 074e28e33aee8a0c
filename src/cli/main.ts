#!/usr/bin/env node
import { readFileSync } from 'node:fs';

/*
 * Nothing else is imported before the release of Node is known: an older one cannot even link the program, and its reason would
 * be that of some module. So this file also has no syntax that Node 12 does not know.
 */

/** The versions of Node in our package.json: `>=20.18.1`. */
function neededVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { engines }: { readonly engines: { readonly node: string } } = JSON.parse(text);
  return engines.node.replace('>=', '');
}

/** Compares numbers, and not by `localeCompare`, whose rules of languages take longer to load than the program. */
function isOlder(version: string, than: string): boolean {
  const [found = [], needed = []] = [version, than].map((text) => text.split('.').map(Number));
  const difference = found.map((number, at) => number - (needed[at] || 0)).find((number) => number !== 0);
  return difference !== undefined && difference < 0;
}

const found = process.versions.node;
const needed = neededVersion();

if (isOlder(found, needed)) {
  process.stderr.write(
    `satchel: This is Node ${found}, and Satchel needs Node ${needed} or later. Install it, and run "node --version" to see which one runs.\n`,
  );
  process.exitCode = 1;
} else {
  // Not awaited: the bundler cannot join the files of a program that waits while it is loaded.
  void import('./run-process.ts').then(({ runProcess }) => {
    runProcess();
  });
}
