import SqliteDatabase from 'better-sqlite3';
import { batchOf } from './archive-text.ts';
import { factsOf, writeStore } from './write-store.ts';

const REPOSITORY = 'https://service.example/acme/app';
const GONE = 'https://service.example/acme/gone';

export const COMMENT = `${REPOSITORY}/issues/7#issuecomment-`;
/** A comment that only the first snapshot has. */
export const DELETED = `${COMMENT}2`;
/** A comment whose tern is a gull in the third snapshot. */
export const EDITED = `${COMMENT}3`;
/** A comment on code that the third snapshot lacks. */
export const REVIEWED = `${REPOSITORY}/pull/9/files#r5`;

const user = 'https://service.example/mira';

const thread = (type: string, url: string, repository = REPOSITORY) => ({
  type,
  url,
  repository,
  user,
  title: `About ${url.slice(-1)}`,
  body: 'The opening.',
  created_at: `2026-05-0${url.slice(-1)}T00:00:00Z`,
});

const comment = (id: number, body: string) => ({
  type: 'issue_comment',
  url: `${COMMENT}${id}`,
  issue: `${REPOSITORY}/issues/7`,
  user,
  body,
  created_at: `2026-05-0${id}T00:00:00Z`,
});

const onCode = {
  type: 'pull_request_review_comment',
  url: REVIEWED,
  pull_request: `${REPOSITORY}/pull/9`,
  user,
  body: 'Rename the auk.',
  created_at: '2026-05-05T00:00:00Z',
};

interface Content {
  readonly comments: readonly object[];
  readonly hasIssue8?: boolean;
  readonly hasGone?: boolean;
  readonly hasReview?: boolean;
}

/**
 * Writes a store of three snapshots, of 12, 19 and 26 May 2026: the second lacks a comment and a repository, the third
 * has another text in a comment and lacks a comment on code. The third lacks an issue too.
 */
export async function writeThreeSnapshots(path: string): Promise<void> {
  const first = comment(1, 'Puffins stay.');
  const contents: readonly Content[] = [
    {
      comments: [first, comment(2, 'The heron flew away.'), comment(3, 'We keep a tern.')],
      hasIssue8: true,
      hasGone: true,
      hasReview: true,
    },
    { comments: [first, comment(3, 'We keep a tern.')], hasIssue8: true, hasReview: true },
    { comments: [first, comment(3, 'We keep a gull.')] },
  ];
  for (const [index, content] of contents.entries()) {
    const facts = {
      ...factsOf(`${['one', 'two', 'three'][index]}.tar.gz`),
      takenAt: `2026-05-${12 + 7 * index}T08:00:00Z`,
    };
    await writeStore(path, batchesOf(content), facts, 'account');
  }
}

function batchesOf({ comments, hasIssue8, hasGone, hasReview }: Content) {
  const repository = (url: string) => ({ type: 'repository', url, name: url.slice(-4), private: false });
  return [
    batchOf('repository', [repository(REPOSITORY), ...(hasGone === true ? [repository(GONE)] : [])]),
    batchOf('issue', [
      thread('issue', `${REPOSITORY}/issues/7`),
      ...(hasIssue8 === true ? [thread('issue', `${REPOSITORY}/issues/8`)] : []),
      ...(hasGone === true ? [thread('issue', `${GONE}/issues/1`, GONE)] : []),
    ]),
    batchOf('pull_request', [thread('pull_request', `${REPOSITORY}/pull/9`)]),
    batchOf('issue_comment', comments),
    batchOf('pull_request_review_comment', hasReview === true ? [onCode] : []),
  ];
}

/** Adds the event that says who deleted the comment of the first snapshot. */
export function noteDeletion(path: string): void {
  const db = new SqliteDatabase(path);
  db.prepare(
    `INSERT INTO issue_events (actor, created_at, event, subject_url, thread_url, url, shape_id, digest)
     VALUES ('ada', '2026-05-14T08:00:00Z', 'comment_deleted', ?, ?, ?, 0, 0)`,
  ).run(user, `${REPOSITORY}/issues/7`, `${REPOSITORY}/issues/7#event-1`);
  db.close();
}
