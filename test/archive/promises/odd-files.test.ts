import { spawnSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import { makeTarGz, recordFile, SCHEMA_PART } from '../support/make-tar.ts';
import { load, witness, witnessPath } from '../support/witness.ts';

const WEB = 'https://service.example';

/** Names of record files of unknown kinds that a future version of the service may write. */
const NEW_PREFIXES = [
  'projects_v2',
  'oauth2_apps',
  'sub-issues',
  'Issue-Types',
  'ProjectsV2',
  'v4.views',
  '2fa_methods',
  'constructor',
  'toString',
];

describe('an archive with files of kinds to come', () => {
  it.each(NEW_PREFIXES)('keeps each record of %s_000001.json', async (prefix) => {
    const records = [
      { type: 'project_v2_item', url: `${WEB}/1`, size: 1 },
      { type: 'ProjectV2', url: `${WEB}/2` },
      { type: 'no kind!', url: `${WEB}/3` },
      { url: `${WEB}/4` },
    ];
    const archive = [SCHEMA_PART, recordFile(`./${prefix}_000001.json`, records)];
    const { verified } = await witness(archive);
    expect(Object.values(verified.records).reduce((sum, count) => sum + count, 0)).toBe(records.length);
    expect((await load(archive)).values).toEqual(new Map(records.map((record) => [record.url, record])));
  });

  it('recognizes a kind by other spellings of its files', async () => {
    const milestone = {
      type: 'milestone',
      url: `${WEB}/a/b/milestones/1`,
      repository: `${WEB}/a/b`,
      title: 'T',
    };
    const { verified } = await witness([SCHEMA_PART, recordFile('./Milestones_000001.json', [milestone])]);
    expect(verified.files).toEqual({ milestone: 1 });
  });

  it.each([
    'issues_0000000001.json',
    'issues-1.json',
    'Fälle_000001.json',
    'more.ndjson',
    'issues_000001.JSON',
  ])('reports %s, which it does not read', async (name) => {
    const { findings } = await witness([SCHEMA_PART, { name: `./${name}`, body: '[]' }]);
    expect(findings).toMatchObject([{ code: 'entry-odd-name', severity: 'warning', entryName: name }]);
  });

  it('reports a new kind in a directory that is not the archive', async () => {
    const { codes } = await witness([SCHEMA_PART, recordFile('./other/projects_v2_000001.json', [])]);
    expect(codes).toEqual(['entry-misplaced']);
  });

  it('finds gaps between the files of a new kind', async () => {
    const { verified } = await witness([SCHEMA_PART, recordFile('./sub-issues_000002.json', [])]);
    expect(verified.findings).toMatchObject([{ code: 'record-file-missing' }]);
  });
});

describe('an archive with a sparse file', () => {
  it.each(['gnu', 'posix'])('is damaged in the form that tar calls %s', async (format) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'schema.json'), SCHEMA_PART.body ?? '');
    writeFileSync(join(folder, 'issues_000001.json'), '[]');
    truncateSync(join(folder, 'issues_000001.json'), 4 * 1024 * 1024);
    const path = join(temporaryFolder(), 'a.tar');
    const packed = spawnSync('tar', ['--sparse', `--format=${format}`, '-cf', path, '-C', folder, '.']);
    expect(packed.status).toBe(0);
    const { findings, verified } = await witnessPath(path);
    expect(findings).toMatchObject([{ code: 'entry-unreadable', severity: 'error' }]);
    expect(findings[0]?.message).toContain('Pack the archive again without holes');
    expect(verified.isVerified).toBe(false);
  });

  it('is damaged if an entry of an unknown type has contents', async () => {
    const archive = makeTarGz([SCHEMA_PART, recordFile('./issues_000001.json', [])]);
    expect((await witness(archive)).verified.isVerified).toBe(true);
    const continued = makeTarGz([
      SCHEMA_PART,
      { name: './issues_000001.json', type: 'ContinuationFile', body: '[]' },
    ]);
    expect((await witness(continued)).findings).toMatchObject([{ code: 'entry-unreadable' }]);
  });
});

describe('the documents of an archive', () => {
  it('are kept letter for letter', async () => {
    const body = '{"version": "1.0.1",\n "size": 9007199254740993, "odd": 1.0}';
    const { rows } = await load([{ name: './schema.json', body: Buffer.from(`\ufeff${body}`) }]);
    expect(rows('SELECT entry_name, json FROM archive_documents')).toEqual([['schema.json', body]]);
  });
});
