import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../../src/archive/archive-source.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { makeIssue, makeIssues, makeUser } from '../support/make-records.ts';
import { makeTarGz, recordFile, SCHEMA_PART, type TarPart } from '../support/make-tar.ts';
import { fileOf, GARDEN, makeRepository } from '../support/trap-records.ts';
import { load, witness, witnessPath } from '../support/witness.ts';

const GIT = './repositories/alice/garden.git';
const ISSUES = fileOf('issues', makeIssue(1));

/** Writes the parts as files below a new folder. */
function extract(parts: readonly TarPart[]): string {
  const folder = temporaryFolder();
  for (const { name, body = '' } of parts) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, body);
  }
  return folder;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

describe('an archive with unusual files', () => {
  it('trap 6: a kind without a file is not counted as zero, because the reason is unknown', async () => {
    const { codes, inspected, verified } = await witness([SCHEMA_PART, ISSUES]);
    expect(codes).toEqual([]);
    expect(inspected.kinds.map(({ kind }) => kind)).toEqual(['issue']);
    expect(verified.records).toEqual({ issue: 1 });
  });

  it.each<[string, readonly TarPart[]]>([
    ['git only', [SCHEMA_PART, { name: `${GIT}/HEAD`, body: 'ref: refs/heads/main\n' }]],
    [
      'metadata only, with a git_url that leads nowhere',
      [SCHEMA_PART, fileOf('repositories', makeRepository())],
    ],
    [
      'one of a set missing',
      [
        SCHEMA_PART,
        recordFile('issues_000001.json', [makeIssue(1)]),
        recordFile('issues_000003.json', [makeIssue(9)]),
      ],
    ],
  ])('trap 7: an archive may be partial: %s', async (_, parts) => {
    const { codes, verified } = await witness(parts);
    expect(codes).toEqual([]);
    expect(verified).toMatchObject({ isVerified: true, container: { isWhole: true }, rejected: 0 });
  });

  it('trap 8: a file with fewer than 100 records is not the last one', async () => {
    const sizes = [100, 84, 1, 98];
    const files = sizes.map((size, file) =>
      recordFile(
        `issues_00000${file + 1}.json`,
        Array.from({ length: size }, (_, index) => makeIssue(file * 1000 + index)),
      ),
    );
    const { verified } = await witness([SCHEMA_PART, ...files]);
    expect(verified).toMatchObject({ files: { issue: 4 }, records: { issue: 283 }, rejected: 0 });
  });

  it.each([
    'A@B (1) 100%.txt',
    'many.dots.in.a.name..txt',
    'CON',
    'aux.txt',
    'línea ✿.png',
    'quote\'".png',
    '-rf',
  ])('trap 23: the uploaded name %s is counted, and never becomes a path', async (name) => {
    const { codes, inspected } = await witness([
      SCHEMA_PART,
      { name: `./repository_files/7/${name}`, body: '01' },
    ]);
    expect(codes).toEqual([]);
    expect(inspected.repositoryFiles).toEqual({ fileCount: 1, sizeBytes: 2 });
  });

  it.each(['../../escape', 'a/../../../escape', '..\\escape', '/etc/escape', 'C:\\escape'])(
    'trap 23: the name %s is refused',
    async (name) => {
      const full = /^[/C]/.test(name) ? name : `./repository_files/7/${name}`;
      const { codes, names } = await witness([SCHEMA_PART, ISSUES, { name: full, body: '01' }]);
      expect(codes).toEqual(['entry-name-unsafe']);
      expect(names).toEqual(['schema.json', 'issues_000001.json']);
    },
  );

  it('trap 28: nothing in a git directory is run or written', async () => {
    const folder = temporaryFolder();
    const hook = `#!/bin/sh\ntouch '${folder}/ran'\n`;
    const parts: readonly TarPart[] = [
      SCHEMA_PART,
      { name: `${GIT}/HEAD`, body: 'ref: refs/heads/main\n' },
      { name: `${GIT}/config`, body: `[core]\n\tbare = true\n\tfsmonitor = touch '${folder}/ran'\n` },
      { name: `${GIT}/hooks/post-checkout`, body: hook },
      { name: `${GIT}/objects/info/alternates`, body: '/etc\n' },
    ];
    const before = filesBelow(process.cwd().concat('/src'));
    const { codes, inspected } = await witness(parts);
    await load(parts);
    expect(codes).toEqual([]);
    expect(inspected.gitDirectories).toMatchObject([{ path: GIT.slice(2), fileCount: 4 }]);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
    expect(filesBelow(process.cwd().concat('/src'))).toEqual(before);
  });

  it('trap 29: refs outside heads and tags belong to their repository like all its files', async () => {
    const refs = [
      'pull/3/head',
      'pull/3/merge',
      '__gh__/pull/3/rebase',
      'remotes/origin/main',
      'merge-requests/4/head',
    ];
    const parts = refs.map((ref) => ({ name: `${GIT}/refs/${ref}`, body: `${'0'.repeat(40)}\n` }));
    const { codes, inspected } = await witness([SCHEMA_PART, ...parts]);
    expect(codes).toEqual([]);
    expect(inspected.gitDirectories).toEqual([{ path: GIT.slice(2), fileCount: 5, sizeBytes: 5 * 41 }]);
  });

  it('trap 30: an empty repository has neither refs nor a pack', async () => {
    const { codes, inspected, verified } = await witness([
      SCHEMA_PART,
      { name: `${GIT}/HEAD`, body: 'ref: refs/heads/main\n' },
      { name: `${GIT}/refs/heads/`, type: 'Directory' },
    ]);
    expect(codes).toEqual([]);
    expect(inspected.gitDirectories).toMatchObject([{ fileCount: 1 }]);
    expect(verified.isVerified).toBe(true);
  });

  it('trap 31: has_wiki promises no wiki repository', async () => {
    const { codes, verified } = await witness([
      SCHEMA_PART,
      fileOf('repositories', makeRepository({ has_wiki: true })),
    ]);
    expect(codes).toEqual([]);
    expect(verified.isVerified).toBe(true);
  });

  it('trap 32: schema.json may be the last entry, or absent', async () => {
    const last = await witness([ISSUES, { name: `${GIT}/HEAD`, body: 'x' }, SCHEMA_PART]);
    expect(last.codes).toEqual([]);
    expect(last.inspected).toMatchObject({ formatVersion: '1.0.1', exporter: 'service' });
    const absent = await witness([ISSUES]);
    expect(absent.findings).toMatchObject([{ code: 'schema-file-absent', severity: 'info' }]);
    expect(absent.verified).toMatchObject({ isVerified: true, records: { issue: 1 } });
  });

  it.each(['1.0.0', '1.0.1', '1.1.0', '1.2.0', '1.99.7'])('trap 33: version %s is read', async (version) => {
    const schema = { name: 'schema.json', body: JSON.stringify({ version }) };
    const { codes, inspected } = await witness([schema, ISSUES]);
    expect(codes).toEqual([]);
    expect(inspected.formatVersion).toBe(version);
  });

  it('trap 33: another major version is reported, and read all the same', async () => {
    const { findings, verified } = await witness([
      { name: 'schema.json', body: '{"version":"2.0.0"}' },
      ISSUES,
    ]);
    expect(findings).toMatchObject([{ code: 'format-version-unknown', severity: 'info' }]);
    expect(verified.records).toEqual({ issue: 1 });
  });

  it('trap 34: links are refused, in a tar and in a folder', async () => {
    const { codes, names, verified } = await witness([
      SCHEMA_PART,
      ISSUES,
      { name: './issues_000002.json', type: 'SymbolicLink', linkpath: '/etc/passwd' },
      { name: './attachments/1/a.png', type: 'Link', linkpath: 'schema.json' },
    ]);
    expect(codes).toEqual(['entry-link', 'entry-link']);
    expect(names).toEqual(['schema.json', 'issues_000001.json']);
    expect(verified.records).toEqual({ issue: 1 });
    const folder = extract([SCHEMA_PART, ISSUES]);
    symlinkSync(join(folder, 'issues_000001.json'), join(folder, 'issues_000002.json'));
    const below = await witnessPath(folder);
    expect(below.codes).toEqual(['entry-link']);
    expect(below.verified.records).toEqual({ issue: 1 });
  });

  it('trap 35: an empty or truncated download is never taken for an archive', async () => {
    const path = join(temporaryFolder(), 'a.tar.gz');
    writeFileSync(path, '');
    await expect(openArchiveSource(path)).rejects.toMatchObject({ code: 'not-an-archive' });
    const whole = makeTarGz([SCHEMA_PART, fileOf('issues', ...makeIssues(50))]);
    for (const missing of [1, 8, 9, Math.floor(whole.length / 2)]) {
      const cut = whole.subarray(0, whole.length - missing);
      const { codes, verified } = await witness(cut);
      expect(codes).toContain('gzip-truncated');
      expect(verified).toMatchObject({ isVerified: false, container: { isWhole: false } });
      await expect(load(cut)).rejects.toMatchObject({ code: 'archive-damaged' });
    }
  });

  it('trap 36: a folder is read although desktops have added files to it', async () => {
    const folder = extract([
      fileOf('issues', makeIssue(1)),
      fileOf('users', makeUser('alice')),
      { name: '.DS_Store', body: '\u0000' },
      { name: '._issues_000001.json', body: '\u0000' },
      { name: 'attachments/._x', body: '\u0000' },
    ]);
    const { codes, findings, verified } = await witnessPath(folder);
    expect([...new Set(codes)].sort()).toEqual(['entry-unknown', 'schema-file-absent']);
    expect(findings.every(({ severity }) => severity === 'info')).toBe(true);
    expect(verified).toMatchObject({ isVerified: true, records: { issue: 1, user: 1 }, rejected: 0 });
  });

  it('trap 37: pointers to large files are not missed as files', async () => {
    const pointer = `version https://lfs.example/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;
    const { codes, inspected } = await witness([
      SCHEMA_PART,
      fileOf('repositories', makeRepository({ general_settings: { git_lfs_in_archives: true } })),
      { name: './attachments/1/large.psd', body: pointer },
      { name: `${GIT}/objects/pack/pack-1.pack`, body: pointer },
    ]);
    expect(codes).toEqual([]);
    expect(inspected.attachments).toEqual({ fileCount: 1, sizeBytes: Buffer.byteLength(pointer) });
    expect(inspected.repositories).toMatchObject([{ url: GARDEN }]);
  });
});
