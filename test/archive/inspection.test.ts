import { describe, expect, it } from 'vitest';
import { createInspection, createTimeRange } from '../../src/archive/inspection.ts';
import { makeIssue, makeIssues, makeUser } from './support/make-records.ts';
import { makeTarGz, recordFile, SCHEMA_PART } from './support/make-tar.ts';
import { readBytes } from './support/read-bytes.ts';

const GARDEN = 'https://service.example/alice/garden';
const created_at = '2024-01-01T00:00:00Z';
const comment = (number: number, more: object) => ({
  type: 'issue_comment',
  url: `${GARDEN}/issues/1#issuecomment-${number}`,
  issue: `${GARDEN}/issues/1`,
  body: 'x',
  created_at,
  ...more,
});

describe('createInspection()', () => {
  it('describes the contents of an archive', async () => {
    const issues = recordFile('issues_000001.json', makeIssues(100));
    const bytes = makeTarGz([
      SCHEMA_PART,
      issues,
      recordFile('issues_000002.json', [makeIssue(101), makeIssue(102, { title: null })]),
      recordFile('bots_000001.json', [makeUser('bot[bot]')]),
      recordFile('repositories_000001.json', [
        { type: 'repository', url: GARDEN, name: 'garden' },
        { type: 'repository', url: 'https://service.example/alice/empty', name: 'empty' },
      ]),
      recordFile('issue_comments_000001.json', [
        comment(1, {}),
        comment(2, { url: `${GARDEN}/pull/3#issuecomment-2`, created_at: '2018-05-06T00:00:00Z' }),
      ]),
      { name: './repositories/alice/garden.git/HEAD', body: '0123' },
      { name: './repositories/alice/garden.git/objects/pack/p.pack', body: '01234567' },
      { name: './repositories/alice/garden.wiki.git/HEAD', body: '01' },
      { name: './attachments/guid/a.png', body: '012' },
      { name: './releases/uuid/tool.zip', body: '01234' },
      { name: './repository_files/1/a.txt', body: '0' },
    ]);
    const inspection = createInspection();
    const { events, end } = await readBytes(bytes);
    events.forEach(inspection.observe);
    const report = inspection.report();
    expect(report).toMatchObject({
      formatVersion: '1.0.1',
      exporter: 'service',
      container: end,
      repositories: [
        { name: 'alice/empty', issueCount: 0, pullRequestCount: 0, commentCount: 0 },
        { name: 'alice/garden', url: GARDEN, issueCount: 101, pullRequestCount: 0, commentCount: 2 },
      ],
      gitDirectories: [
        { path: 'repositories/alice/garden.git', fileCount: 2, sizeBytes: 12 },
        { path: 'repositories/alice/garden.wiki.git', fileCount: 1, sizeBytes: 2 },
      ],
      attachments: { fileCount: 1, sizeBytes: 3 },
      releaseAssets: { fileCount: 1, sizeBytes: 5 },
      repositoryFiles: { fileCount: 1, sizeBytes: 1 },
      created: { from: '2018-05-06T00:00:00Z', to: '2024-01-01T00:00:00Z' },
      findings: [{ code: 'record-invalid', count: 1 }],
    });
    expect(
      report.kinds.map(({ kind, plural, fileCount, recordCount, rejectedCount }) =>
        [kind, plural, fileCount, recordCount, rejectedCount].join(' '),
      ),
    ).toEqual([
      'issue issues 2 102 1',
      'issue_comment issue_comments 1 2 0',
      'repository repositories 1 2 0',
      'user users 1 1 0',
    ]);
    expect(report.kinds[0]?.sizeBytes).toBeGreaterThan(String(issues.body).length);
  });

  it('is unknown before the first event', () => {
    expect(createInspection().report()).toMatchObject({
      formatVersion: undefined,
      exporter: 'unknown',
      container: { isWhole: false },
      kinds: [],
      created: undefined,
      findings: [],
    });
  });
});

describe('createTimeRange()', () => {
  it('is undefined without a timestamp', () => {
    const times = createTimeRange();
    for (const other of [undefined, null, 7, '7', '', 'yesterday']) {
      times.add(other);
    }
    expect(times.range()).toBeUndefined();
  });

  it('compares timestamps of all formats in UTC', () => {
    const times = createTimeRange();
    times.add('2020-01-01T00:00:00Z');
    times.add('2019-11-13T04:22:13.000+08:00');
    times.add('2025-03-02 13:11:17 +0000');
    times.add('2024-04-16T06:27:06.836Z');
    expect(times.range()).toEqual({ from: '2019-11-12T20:22:13Z', to: '2025-03-02T13:11:17Z' });
  });
});
