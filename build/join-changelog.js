// @ts-check
/**
 * `node build/join-changelog.js VERSION`, at a release: joins the files in `changelog` to a section of CHANGELOG.md and removes
 * them. The name of each file begins with its group, and the file is the text of one bullet, so that two changes never
 * edit the same lines.
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The groups in the order of a section. */
const GROUPS = ['Added', 'Changed', 'Fixed', 'Removed'];

const WIDTH = 160;

/**
 * @param {ReadonlyMap<string, string>} changes texts by the names of their files
 * @param {string} heading
 */
export function joinChanges(changes, heading) {
  const known = GROUPS.map((group) => group.toLowerCase());
  for (const name of changes.keys()) {
    if (!known.includes(name.split('-', 1)[0] ?? '') || !name.endsWith('.md')) {
      throw new Error(
        `"changelog/${name}" must be named GROUP-SUBJECT.md, where GROUP is ${known.join(', ')}`,
      );
    }
  }
  const sections = GROUPS.map((group) => {
    const names = [...changes.keys()].filter((name) => name.startsWith(`${group.toLowerCase()}-`)).sort();
    return names.length === 0
      ? ''
      : `### ${group}\n\n${names.map((name) => bulletOf(changes.get(name) ?? '')).join('')}\n`;
  });
  return `## ${heading}\n\n${sections.join('')}`;
}

/** @param {string} text */
function bulletOf(text) {
  const lines = ['-'];
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length + 1 > WIDTH) {
      lines.push(`  ${word}`);
    } else {
      lines[lines.length - 1] = `${line} ${word}`;
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The changes since the last version, by the names of their files. */
export function readChanges(folder = new URL('../changelog/', import.meta.url)) {
  const names = readdirSync(folder).filter((name) => name !== 'README.md');
  return new Map(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
}

/** @param {string} version */
function release(version) {
  const path = new URL('../CHANGELOG.md', import.meta.url);
  const changes = readChanges();
  const section = joinChanges(changes, `${version} (${new Date().toISOString().slice(0, 10)})`);
  const [head = '', ...former] = readFileSync(path, 'utf8').split(/^(?=## )/m);
  writeFileSync(path, `${head}${section}${former.join('')}`);
  for (const name of changes.keys()) {
    rmSync(new URL(`../changelog/${name}`, import.meta.url));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , version] = process.argv;
  if (version === undefined) {
    throw new Error('Name the version: node build/join-changelog.js 1.2.3');
  }
  release(version);
}
