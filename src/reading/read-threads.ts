import { lastSegment } from '../base/text-ends.ts';
import type { Database } from '../store/database.ts';
import { hostOf } from '../store/url-readings.ts';
import { createThreadMembers } from './list-threads.ts';
import { createReactionReader, type ReadReactions } from './read-reactions.ts';
import { createReviewReader, type ReviewRow } from './read-reviews.ts';
import type { Comment, PullRequestFacts, Thread, ThreadEvent, TimelineEntry } from './thread.ts';

type ThreadKind = Thread['kind'];

interface ThreadRow extends Pick<Thread, 'author' | 'id' | 'number' | 'repo' | 'title' | 'url'> {
  readonly state: string;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly closed_at: string | null;
  readonly milestone_url: string | null;
  readonly body: string | null;
}

interface PullRequestRow extends ThreadRow {
  readonly is_draft: number | null;
  readonly merged_at: string | null;
  readonly base_ref: string | null;
  readonly base_sha: string | null;
  readonly head_ref: string | null;
  readonly head_sha: string | null;
  readonly merge_commit_sha: string | null;
}

const TABLES = { issue: 'issues', pull_request: 'pull_requests' } as const satisfies Record<
  ThreadKind,
  string
>;

interface ThreadPlace {
  /** As spelled in the store. */
  readonly repo: string;
  readonly number: number;
  /** Of its service; if omitted, any. */
  readonly host?: string | undefined;
}

export interface ThreadReader {
  find(place: ThreadPlace): Thread | undefined;
  /** All threads of a repository by number, read lazily; null selects records without a repository. */
  ofRepository(repo: string | null): Iterable<Thread>;
}

export interface ThreadReaderOptions {
  /** Whether texts and reactions of long threads are read when someone looks at them; the store must still be open. */
  readonly isLazy?: boolean;
}

export function createThreadReader(
  db: Database,
  kind: ThreadKind,
  options: ThreadReaderOptions = {},
): ThreadReader {
  const select = `SELECT * FROM ${TABLES[kind]} WHERE repo IS ?`;
  const all = db.prepare<[string | null], ThreadRow | PullRequestRow>(`${select} ORDER BY number, id`);
  const numbered = db.prepare<[string, number], ThreadRow | PullRequestRow>(
    `${select} AND number = ? ORDER BY id`,
  );
  const toThread = createAssembler(db, kind, options);
  return {
    find({ repo, number, host }) {
      const row = numbered.all(repo, number).find(({ url }) => host === undefined || hostOf(url) === host);
      return row === undefined ? undefined : toThread(row);
    },
    *ofRepository(repo) {
      for (const row of all.iterate(repo)) {
        yield toThread(row);
      }
    },
  };
}

/** Prepares the queries that complete a thread from its row. */
function createAssembler(
  db: Database,
  kind: ThreadKind,
  options: ThreadReaderOptions,
): (row: ThreadRow | PullRequestRow) => Thread {
  const { labels, assignees } = createThreadMembers(db, kind);
  const milestone = db.prepare<[string], string>('SELECT title FROM milestones WHERE url = ?').pluck();
  const closedBy = db
    .prepare<[string], string>(
      `SELECT url FROM pull_requests WHERE state <> 'closed' AND id IN
         (SELECT pull_request_id FROM pull_request_closing_references WHERE issue_url = ?) ORDER BY id`,
    )
    .pluck();
  const reactionsTo = createReactionReader(db);
  const readTimeline = createTimelineReader(db, reactionsTo, options);
  const readFacts = createFactsReader(db);
  return (row) => ({
    kind,
    id: row.id,
    repo: row.repo,
    number: row.number,
    title: row.title,
    state: row.state,
    author: row.author,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
    labels: labels(row.id),
    assignees: assignees(row.id),
    milestone:
      row.milestone_url === null
        ? null
        : (milestone.get(row.milestone_url) ?? lastSegment(row.milestone_url)),
    closedBy: closedBy.all(row.url),
    pullRequest: 'is_draft' in row ? readFacts(row) : undefined,
    url: row.url,
    body: row.body ?? '',
    reactions: reactionsTo(row.id),
    timeline: readTimeline(row.url),
  });
}

function createFactsReader(db: Database): (row: PullRequestRow) => PullRequestFacts {
  const closes = db
    .prepare<[number], string>(
      `SELECT issue_url FROM pull_request_closing_references
       WHERE pull_request_id = ? AND issue_url IS NOT NULL ORDER BY position`,
    )
    .pluck();
  const reviewers = db
    .prepare<[number], string>(
      `SELECT coalesce(login, team_url) FROM pull_request_review_requests
       WHERE pull_request_id = ? AND coalesce(login, team_url) IS NOT NULL ORDER BY position`,
    )
    .pluck();
  return (row) => ({
    isDraft: row.is_draft === 1,
    mergedAt: row.merged_at,
    baseRef: row.base_ref,
    baseSha: row.base_sha,
    headRef: row.head_ref,
    headSha: row.head_sha,
    mergeCommitSha: row.merged_at === null ? null : row.merge_commit_sha,
    reviewers: reviewers.all(row.id),
    closes: closes.all(row.id),
  });
}

interface CommentRow extends Omit<ReviewRow, 'headSha' | 'state'> {
  readonly format: string | null;
}

/** Reads everything that happened in a thread after it was opened, oldest first. */
export type ReadTimeline = (threadUrl: string) => readonly TimelineEntry[];

/** Shorter threads are read as a whole. */
const MAX_EAGER_COMMENTS = 300;

/** Prepares the reader. Entries without a time come first; those of the same second are sorted by id. */
function createTimelineReader(
  db: Database,
  reactionsTo: ReadReactions,
  { isLazy = false }: ThreadReaderOptions,
): ReadTimeline {
  const isLong = db
    .prepare<[string, number], number>('SELECT 1 FROM issue_comments WHERE thread_url = ? LIMIT 1 OFFSET ?')
    .pluck();
  const heads = db.prepare<[string], Omit<CommentRow, 'body'>>(
    'SELECT id, url, author, created_at AS createdAt, format FROM issue_comments WHERE thread_url = ?',
  );
  const bodyOf = db.prepare<[number], string | null>('SELECT body FROM issue_comments WHERE id = ?').pluck();
  const comments = db.prepare<[string], CommentRow>(
    'SELECT id, url, author, created_at AS createdAt, body, format FROM issue_comments WHERE thread_url = ?',
  );
  const events = db.prepare<[string], Omit<ThreadEvent, 'kind'>>(
    `SELECT id, url, created_at AS createdAt, event, actor, label_name, milestone_title, title_was, title_is,
            subject_url, commit_id, ref, before_commit_oid, after_commit_oid
     FROM issue_events WHERE thread_url = ?`,
  );
  const readReviews = createReviewReader(db, reactionsTo);
  const toComment = ({ format, ...row }: CommentRow): Comment => ({
    ...row,
    ...(format === 'email' ? { isMail: true } : {}),
    kind: 'comment',
    body: row.body ?? '',
    reactions: reactionsTo(row.id),
  });
  const later: LaterReads = { bodyOf: (id) => bodyOf.get(id) ?? '', reactionsTo };
  return (threadUrl) =>
    [
      ...(isLazy && isLong.get(threadUrl, MAX_EAGER_COMMENTS) === 1
        ? heads.all(threadUrl).map((row) => new LazyComment(row, later))
        : comments.all(threadUrl).map(toComment)),
      ...events.all(threadUrl).map((row): ThreadEvent => ({ ...row, kind: 'event' })),
      ...readReviews(threadUrl),
    ].sort((one, other) => compareTexts(one.createdAt ?? '', other.createdAt ?? '') || one.id - other.id);
}

interface LaterReads {
  readonly bodyOf: (id: number) => string;
  readonly reactionsTo: ReadReactions;
}

/**
 * A comment whose text and reactions are read when someone looks at them. Its accessors are those of a class: of an object of its own,
 * they would take a kilobyte.
 */
class LazyComment implements Comment {
  readonly id: number;
  readonly url: string;
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly isMail?: true;
  readonly kind = 'comment';
  readonly #later: LaterReads;

  constructor({ id, url, author, createdAt, format }: Omit<CommentRow, 'body'>, later: LaterReads) {
    this.id = id;
    this.url = url;
    this.author = author;
    this.createdAt = createdAt;
    if (format === 'email') {
      this.isMail = true;
    }
    this.#later = later;
  }

  get body(): string {
    return this.#later.bodyOf(this.id);
  }

  get reactions(): Comment['reactions'] {
    return this.#later.reactionsTo(this.id);
  }

  toJSON(): Comment {
    return { ...this, body: this.body, reactions: this.reactions };
  }
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
