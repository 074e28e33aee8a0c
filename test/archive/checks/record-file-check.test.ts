import { describe, expect, it } from 'vitest';
import { makeIssue, makeIssues, makeUser } from '../support/make-records.ts';
import { recordFile, SCHEMA_PART } from '../support/make-tar.ts';
import { fileOf, makeRepository } from '../support/trap-records.ts';
import { codesOf, countsOf, findingsOf, messagesOf, verifyParts } from '../support/verify-parts.ts';

const GARDEN_FILE = fileOf('repositories', makeRepository());
const USERS = recordFile('./users_000001.json', [makeUser('alice')]);

function issueFile(number: number) {
  return recordFile(`./issues_${String(number).padStart(6, '0')}.json`, [makeIssue(number)]);
}

describe('createRecordFileCheck()', () => {
  it('reports each gap in the numbers of record files', async () => {
    const report = await verifyParts([SCHEMA_PART, USERS, GARDEN_FILE, ...[7, 2, 3].map(issueFile)]);
    expect(codesOf(report, 'warning', 'error')).toEqual(['record-file-missing']);
    expect(messagesOf(report, 'record-file-missing')).toEqual([
      'issues_000001.json is not in the archive, but issues_000002.json is',
      'issues_000004.json to issues_000006.json are not in the archive, but issues_000007.json is',
    ]);
    expect(findingsOf(report, 'record-file-missing')[0]?.entryName).toBe('issues_000001.json');
  });

  it('accepts files in any order, with few records or none', async () => {
    const short = recordFile('./issues_000002.json', []);
    const report = await verifyParts([SCHEMA_PART, issueFile(3), short, issueFile(1)]);
    expect(countsOf(report)).not.toHaveProperty('record-file-missing');
  });

  it('bears numbers that are far apart', async () => {
    const far = recordFile('./issues_999999999.json', [makeIssue(1)]);
    const report = await verifyParts([SCHEMA_PART, far]);
    expect(messagesOf(report, 'record-file-missing')).toEqual([
      'issues_000001.json to issues_999999998.json are not in the archive, but issues_999999999.json is',
    ]);
  });

  it('reports files that are longer than those of the service, wherever schema.json is', async () => {
    const parts = [
      recordFile('./issues_000001.json', makeIssues(101)),
      recordFile('./issues_000002.json', makeIssues(100)),
    ];
    const report = await verifyParts([...parts, SCHEMA_PART]);
    expect(messagesOf(report, 'record-file-long')).toEqual([
      '"issues_000001.json" holds 101 records; the service writes at most 100',
    ]);
  });

  it('leaves long files of other writers alone', async () => {
    const schema = { name: './schema.json', body: '{ "version": "1.2.0" }' };
    const report = await verifyParts([schema, recordFile('./issues_000001.json', makeIssues(300))]);
    expect(countsOf(report)).not.toHaveProperty('record-file-long');
  });
});
