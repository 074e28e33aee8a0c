import type { Database } from '../../database.ts';
import { accountText, codeBlock, codeSpan, joinBlocks, quotedBlock, timeText } from './markdown-text.ts';
import type { TextReaders, TimelineEntry } from './timeline-entry.ts';

interface ReviewRow {
  readonly id: number;
  readonly url: string;
  readonly author: string | null;
  readonly state: string | null;
  readonly at: string | null;
  readonly body: string | null;
}

interface ReviewCommentRow {
  readonly id: number;
  readonly url: string;
  readonly author: string | null;
  readonly path: string | null;
  readonly position: number | null;
  readonly created_at: string | null;
  readonly review_url: string | null;
  readonly thread_url: string | null;
  readonly in_reply_to_url: string | null;
  readonly diff_hunk: string | null;
  readonly body: string | null;
}

interface ThreadRow {
  readonly url: string;
  readonly line: number | null;
  readonly original_line: number | null;
  readonly resolver: string | null;
  readonly resolved_at: string | null;
}

/** The comments on one place of the code, the first one first. */
interface CodeThread {
  readonly first: ReviewCommentRow;
  readonly comments: readonly ReviewCommentRow[];
  readonly place: ThreadRow | undefined;
}

const STATE_WORDS: ReadonlyMap<string, string> = new Map([
  ['approved', 'approved this'],
  ['changes_requested', 'asked for changes'],
]);

/**
 * Prepares reading the reviews of a pull request. A conversation about code stands whole in the review that began it,
 * and in the timeline where that review is not in the archive.
 */
export function createReviewReader(
  db: Database,
  readers: TextReaders,
): (pullRequestUrl: string) => readonly TimelineEntry[] {
  const reviews = db.prepare<[string], ReviewRow>(
    `SELECT id, url, author, state, coalesce(submitted_at, created_at) AS at, body
     FROM pull_request_reviews WHERE pull_request_url = ?`,
  );
  const comments = db.prepare<[string], ReviewCommentRow>(
    'SELECT * FROM pull_request_review_comments WHERE pull_request_url = ? ORDER BY created_at, id',
  );
  const threads = db.prepare<[string], ThreadRow>(
    `SELECT url, line, original_line, resolver, resolved_at
     FROM pull_request_review_threads WHERE pull_request_url = ?`,
  );
  return (pullRequestUrl) => {
    const rows = reviews.all(pullRequestUrl);
    const conversations = gatherThreads(comments.all(pullRequestUrl), threads.all(pullRequestUrl));
    const known = new Set(rows.map(({ url }) => url));
    const isOrphan = ({ first }: CodeThread) => first.review_url === null || !known.has(first.review_url);
    return [
      ...rows.flatMap((row) => {
        const own = conversations.filter(({ first }) => first.review_url === row.url);
        return reviewEntry(row, own, readers);
      }),
      ...conversations.filter(isOrphan).map((thread) => threadEntry(thread, readers)),
    ];
  };
}

/** Comments are in one conversation where they name the same thread, or, in older archives, reply to each other. */
function gatherThreads(
  comments: readonly ReviewCommentRow[],
  places: readonly ThreadRow[],
): readonly CodeThread[] {
  const placeOf = new Map(places.map((place) => [place.url, place]));
  const keyOf = new Map<string, string>();
  const gathered = new Map<string, ReviewCommentRow[]>();
  for (const comment of comments) {
    const key = comment.thread_url ?? keyOf.get(comment.in_reply_to_url ?? '') ?? comment.url;
    keyOf.set(comment.url, key);
    const known = gathered.get(key);
    if (known === undefined) {
      gathered.set(key, [comment]);
    } else {
      known.push(comment);
    }
  }
  return [...gathered].flatMap(([key, rows]) => {
    const [first] = rows;
    return first === undefined ? [] : [{ first, comments: rows, place: placeOf.get(key) }];
  });
}

/** A review that only carries replies to older conversations says nothing of its own. */
function reviewEntry(
  row: ReviewRow,
  threads: readonly CodeThread[],
  readers: TextReaders,
): readonly TimelineEntry[] {
  const body = readers.bodyOf(row.body);
  const words = STATE_WORDS.get(row.state ?? '');
  if (body === '' && words === undefined && threads.length === 0) {
    return [];
  }
  const text = joinBlocks([
    `${accountText(row.author)} ${words ?? 'reviewed this'} on ${timeText(row.at)}`,
    body,
    readers.reactionsTo(row.id),
    ...threads.map((thread) => threadText(thread, readers)),
  ]);
  return [{ at: row.at ?? '', id: row.id, kind: 'comment', text }];
}

function threadEntry(thread: CodeThread, readers: TextReaders): TimelineEntry {
  const { first } = thread;
  const head = `${accountText(first.author)} commented on the code on ${timeText(first.created_at)}`;
  return {
    at: first.created_at ?? '',
    id: first.id,
    kind: 'comment',
    text: joinBlocks([head, threadText(thread, readers)]),
  };
}

function threadText({ first, comments, place }: CodeThread, { bodyOf, reactionsTo }: TextReaders): string {
  const line = place?.line ?? place?.original_line;
  const where = `${codeSpan(first.path ?? '?')}${line === null || line === undefined ? '' : `, line ${line}`}`;
  const isResolved = place !== undefined && place.resolved_at !== null;
  return joinBlocks([
    `${where}${first.position === null ? ' *(outdated)*' : ''}`,
    first.diff_hunk === null ? '' : codeBlock(first.diff_hunk, 'diff'),
    ...comments.map((comment) => {
      const head = `${accountText(comment.author)} on ${timeText(comment.created_at)}:`;
      return quotedBlock(joinBlocks([head, bodyOf(comment.body), reactionsTo(comment.id)]));
    }),
    isResolved
      ? `*Resolved by ${place.resolver ?? 'a deleted account'} on ${timeText(place.resolved_at)}*`
      : '',
  ]);
}
