import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readStrip } from '../../../src/reading/activity/read-strip.ts';
import { openForReading } from '../../../src/store/open-for-reading.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../../store/support/archive-text.ts';
import { writeStore } from '../../store/support/write-store.ts';

const REPOSITORY = 'https://service.example/acme/app';

let directory: string;
let path: string;

beforeAll(async () => {
  directory = temporaryFolder();
  path = join(directory, 'a.db');
  const issue = (number: number, createdAt: string) => ({
    type: 'issue',
    url: `${REPOSITORY}/issues/${number}`,
    repository: REPOSITORY,
    title: 'x',
    created_at: createdAt,
  });
  await writeStore(path, [
    batchOf('issue', [
      issue(1, '2015-01-01T00:00:00Z'),
      issue(2, '2024-01-01T00:00:00Z'),
      issue(3, '2024-03-01T00:00:00Z'),
    ]),
  ]);
});

describe('readStrip()', () => {
  it('counts the last years of a repository, month by month without a gap', () => {
    const db = openForReading(path);
    expect(readStrip(db, 'acme/app')).toEqual([
      { month: '2024-01', count: 1 },
      { month: '2024-02', count: 0 },
      { month: '2024-03', count: 1 },
    ]);
    expect(readStrip(db, 'acme/none')).toEqual([]);
    db.close();
  });
});
