import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { backupChoices } from '../../../build/backup-choices.js';
import { libraryReference } from '../../../build/library-reference.js';
import { recordTypes } from '../../../build/record-types.js';
import { BACKUP_NAMES } from '../../../src/library/calls/backup-names.table.ts';
import { BACKUP_SETTINGS } from '../../../src/model/backup-settings.table.ts';
import { RECORD_KINDS } from '../../../src/model/record-kinds.table.ts';
import { COMPILED, PACKAGE } from '../../house/packed-program.ts';

const IS_WRITING = process.env['SATCHEL_WRITE_DOCS'] === '1';

/** The parts of the library, with what they are for. */
const PARTS = {
  client: 'The service: its endpoints, exports and downloads.',
  archive: 'Archives: reading, inspecting, verifying and extracting.',
  store: 'Stores: loading archives into SQLite; querying, searching, comparing and dumping.',
  vault: 'Vaults: backups, on a schedule too, and what is done with them afterwards.',
  reader: 'The pages of a store: as a handler of requests, and as files.',
  sandbox: 'The stand-in for the service, for tests and demonstrations.',
} as const;

function readPackaged(path: string): string {
  return readFileSync(new URL(path, PACKAGE), 'utf8');
}

/** The names that each part exports. */
function readDoors(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.keys(PARTS).map((name) => [name, readPackaged(`dist/library/${name}.d.ts`)]),
  );
}

/** What is made from tables, from schemas or by the build, and is in the repository too. */
const GENERATED = [
  ['schemas/library/records.d.ts', () => recordTypes(Object.keys(RECORD_KINDS))],
  ['schemas/library/backup-choices.d.ts', async () => backupChoices(BACKUP_SETTINGS, BACKUP_NAMES)],
  // The names and signatures of the library: no public name changes without a change of this file.
  ['build/library.api.md', async () => readFileSync(new URL('library.api.md', COMPILED), 'utf8')],
  ...Object.entries(PARTS).map(
    ([name, title]) =>
      [
        `docs/reference/library/${name}.md`,
        async () => libraryReference(readPackaged('dist/index.d.ts'), readDoors(), { name, title }),
      ] as const,
  ),
] as const;

it.for(GENERATED)('%s is up to date ("npm run docs" writes it)', async ([path, make]) => {
  const file = new URL(`../../../${path}`, import.meta.url);
  const made = (await make()).replaceAll('\r', '');
  if (IS_WRITING) {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, made);
  }
  expect(readFileSync(file, 'utf8')).toBe(made);
});

it('each public name has a comment', () => {
  const found = [
    ...readPackaged('dist/index.d.ts').matchAll(
      /(\*\/\n)?export declare (?:\w+ )?(?:function|class|const|interface|type) (\w+)/g,
    ),
  ];
  expect(found.flatMap(([, comment, name]) => (comment === undefined ? [name] : []))).toEqual([]);
});

it('each function has an example', () => {
  const functions = [
    ...readPackaged('dist/index.d.ts').matchAll(
      /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export declare function (\w+)/g,
    ),
  ];
  const explained = new Set(
    functions.flatMap(([, text = '', name]) => (text.includes('@example') ? [name] : [])),
  );
  expect(functions.length).toBeGreaterThan(25);
  expect(functions.flatMap(([, , name]) => (explained.has(name) ? [] : [name]))).toEqual([]);
});

it('the reference describes each public name once', () => {
  const names = [
    ...readPackaged('dist/index.d.ts').matchAll(
      /^export declare (?:\w+ )?(?:function|class|const|interface|type) (\w+)/gm,
    ),
  ].map(([, name]) => name);
  const described = Object.keys(PARTS).flatMap((part) =>
    [
      ...readFileSync(
        new URL(`../../../docs/reference/library/${part}.md`, import.meta.url),
        'utf8',
      ).matchAll(/^### (\w+)$/gm),
    ].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(300);
  expect(described.toSorted()).toEqual([...new Set(names)].toSorted());
});
