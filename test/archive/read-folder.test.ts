import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../src/archive/archive-source.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { makeIssues } from './support/make-records.ts';
import { recordFile, SCHEMA_PART, type TarPart } from './support/make-tar.ts';
import { collect } from './support/read-bytes.ts';

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
});

async function lay(...parts: readonly TarPart[]): Promise<void> {
  for (const { name, body = '' } of parts) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), body);
  }
}

const read = async () => collect({ source: await openArchiveSource(folder) });

describe('readFolder()', () => {
  it('reads an extracted archive in the order of names', async () => {
    const issues = recordFile('issues_000001.json', makeIssues(3));
    await lay(issues, SCHEMA_PART, { name: 'attachments/guid/a.png', body: 'png' });
    const { names, records, codes, end } = await read();
    expect(names).toEqual([
      'attachments',
      'attachments/guid',
      'attachments/guid/a.png',
      'issues_000001.json',
      'schema.json',
    ]);
    expect(records).toHaveLength(3);
    expect(codes).toEqual([]);
    const sizeBytes =
      3 + Buffer.byteLength(String(issues.body)) + Buffer.byteLength(String(SCHEMA_PART.body));
    expect(end).toMatchObject({ isWhole: true, packedBytes: sizeBytes, sha256: undefined, entryCount: 5 });
  });

  it('removes a wrapper directory and names files of desktops', async () => {
    await lay(
      { ...SCHEMA_PART, name: 'export/schema.json' },
      { name: 'export/._schema.json', body: 'x' },
      { name: 'export/.DS_Store', body: 'x' },
    );
    const { names, codes } = await read();
    expect(names).toContain('schema.json');
    expect(codes).toEqual(['entry-unknown', 'entry-unknown']);
  });

  it('does not follow links', async () => {
    await lay(SCHEMA_PART);
    await symlink('/etc', join(folder, 'attachments'));
    await symlink('/etc/hostname', join(folder, 'issues_000001.json'));
    const { names, codes } = await read();
    expect(names).toEqual(['schema.json']);
    expect(codes).toEqual(['entry-link', 'entry-link']);
  });

  it('reports a foreign folder', async () => {
    await lay({ name: 'index.js', body: 'x' });
    expect((await read()).codes).toEqual(['entry-unknown', 'archive-foreign']);
  });

  it('fails if the folder is gone', async () => {
    const source = await openArchiveSource(folder);
    await rm(folder, { recursive: true });
    await expect(collect({ source })).rejects.toMatchObject({ code: 'absent' });
    await mkdir(folder);
  });
});
