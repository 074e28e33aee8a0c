import type { ArchiveFile } from '../../../src/archive/write/tar-blocks.ts';
import { makeIssue, makeUser } from '../../archive/support/make-records.ts';
import { fileOf, recordFiles } from '../../archive/support/record-files.ts';
import { IS_LONG } from '../../house/long-run.ts';

const HOST = 'https://service.example';
const MIB = 1024 * 1024;

/** Each needs as much memory as all that is allowed above the measured peaks, so a few show whether one is held. */
const LARGE_RECORDS = IS_LONG ? 8 : 4;

/** What an archive contains: `change` returns the record as it is in the archive or in a later one. */
export type LargeArchive = (change: ChangeRecord) => Generator<ArchiveFile>;
type ChangeRecord = (record: object, at: number) => object;

export const LARGE_ARCHIVES = {
  '40,000 repositories': function* (change) {
    yield* recordFiles('users', 1, () => makeUser('alice'));
    yield* recordFiles('repositories', 40_000, (at) => ({
      type: 'repository',
      url: `${HOST}/acme/repository-${at}`,
      owner: `${HOST}/alice`,
      name: `repository-${at}`,
      labels: [],
    }));
    yield* recordFiles('issues', 40_000, (at) => {
      const repository = `${HOST}/acme/repository-${at}`;
      return change({ ...makeIssue(1), url: `${repository}/issues/1`, repository }, at);
    });
  },
  '30,000 attachments': function* (change) {
    yield* recordFiles('users', 1, () => makeUser('alice'));
    yield* recordFiles('issues', 100, (at) => change(makeIssue(at + 1), at));
    yield* recordFiles('attachments', 30_000, (at) => ({
      type: 'attachment',
      url: `${HOST}/user-attachments/assets/${at}`,
      issue: `${HOST}/alice/garden/issues/1`,
      user: `${HOST}/alice`,
      asset_name: `${at}.txt`,
      asset_content_type: 'text/plain',
      asset_url: `tarball://root/attachments/${at}/${at}.txt`,
      created_at: '2020-01-02T03:04:05Z',
    }));
    for (let at = 0; at < 30_000; at += 1) {
      yield fileOf(`attachments/${at}/${at}.txt`, `content of ${at}`);
    }
  },
  'records of 15 MiB': function* (change) {
    yield* recordFiles('users', 1, () => makeUser('alice'));
    for (let at = 1; at <= LARGE_RECORDS; at += 1) {
      const issue = change(makeIssue(at, { body: noise(at, 150_000).slice(0, MIB).repeat(15) }), at - 1);
      yield fileOf(`issues_${String(at).padStart(6, '0')}.json`, JSON.stringify([issue]));
    }
  },
  '60,000 threads whose times the store must set': function* (change) {
    yield* recordFiles('users', 1, () => makeUser('alice'));
    yield* recordFiles('issues', 60_000, (at) =>
      change(makeIssue(at + 1, { body: noise(at, 300), updated_at: undefined }), at),
    );
  },
} satisfies Record<string, LargeArchive>;

/** Text that gzip hardly compresses. */
function noise(seed: number, words: number): string {
  return Array.from({ length: words }, (_, at) => Math.imul(at + seed, 0x9e3779b1).toString(36)).join(' ');
}
