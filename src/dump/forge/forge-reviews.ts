import { parseHunkHead } from '../../git/hunk-head.ts';
import { createReactionReader } from '../../reading/read-reactions.ts';
import { type ReviewRow, SELECT_REVIEWS } from '../../reading/read-reviews.ts';
import type { Database } from '../../store/database.ts';
import { type ForgeWriting, forgeReactions, forgeTime } from './forge-threads.ts';
import type { YamlRecord } from './yaml.ts';

interface CommentRow {
  readonly id: number;
  readonly url: string;
  readonly author: string | null;
  readonly path: string | null;
  readonly commitId: string | null;
  readonly originalCommitId: string | null;
  readonly createdAt: string | null;
  readonly reviewUrl: string | null;
  readonly replyTo: string | null;
  readonly diffHunk: string | null;
  readonly body: string | null;
  readonly line: number | null;
  readonly originalLine: number | null;
  readonly side: string | null;
}

/** Verdicts of a forge, by those of archives. */
const STATES: ReadonlyMap<string | null, string> = new Map([
  ['approved', 'APPROVED'],
  ['changes_requested', 'CHANGES_REQUESTED'],
  ['commented', 'COMMENTED'],
]);

/** A review of one account, with what it said about lines. */
interface GatheredReview extends ReviewRow {
  readonly comments: CommentRow[];
}

/** Reads the reviews of a pull request for a forge, oldest first. */
export type ReadForgeReviews = (
  place: { readonly number: number; readonly url: string },
  writing: ForgeWriting,
) => readonly YamlRecord[];

/** Prepares the reader. */
export function createForgeReviews(db: Database): ReadForgeReviews {
  const selectReviews = db.prepare<[string], ReviewRow>(`${SELECT_REVIEWS} ORDER BY createdAt, id`);
  const selectComments = db.prepare<[string], CommentRow>(
    `SELECT c.id, c.url, c.author, c.path, c.commit_id AS commitId, c.original_commit_id AS originalCommitId,
            c.created_at AS createdAt, c.review_url AS reviewUrl, c.in_reply_to_url AS replyTo,
            c.diff_hunk AS diffHunk, c.body, t.line, t.original_line AS originalLine, t.side
     FROM pull_request_review_comments AS c LEFT JOIN pull_request_review_threads AS t ON t.url = c.thread_url
     WHERE c.pull_request_url = ? ORDER BY c.created_at, c.id`,
  );
  const reactionsTo = createReactionReader(db);
  return ({ number, url }, writing) => {
    const reviews = selectReviews.all(url);
    const comments = selectComments.all(url);
    const ids = new Map(comments.map((comment) => [comment.url, comment.id]));
    writing.tally.write('reviews', reviews.length);
    writing.tally.write('review_comments', comments.length);
    return gather(reviews, comments).map((review) => {
      const { id, name } = writing.accountOf(review.author);
      return {
        id: review.id,
        issue_index: number,
        reviewer_id: id,
        reviewer_name: name,
        official: false,
        commit_id: review.headSha ?? '',
        content: writing.textOf(review.body ?? ''),
        created_at: forgeTime(review.createdAt),
        state: STATES.get(review.state) ?? 'COMMENTED',
        comments: review.comments.map((comment) => ({
          id: comment.id,
          in_reply_to: ids.get(comment.replyTo ?? '') ?? 0,
          content: writing.textOf(comment.body ?? ''),
          tree_path: comment.path ?? '',
          diff_hunk: comment.diffHunk ?? '',
          position: 1,
          ...lineOf(comment),
          poster_id: id,
          reactions: forgeReactions(reactionsTo(comment.id), writing),
          created_at: forgeTime(comment.createdAt),
          updated_at: forgeTime(comment.createdAt),
        })),
      };
    });
  };
}

/**
 * Puts comments into the reviews of their authors: a forge gives all comments of a review to its author. What someone
 * else answered becomes a review of its own, as does a comment whose review is not in the archive.
 */
function gather(reviews: readonly ReviewRow[], comments: readonly CommentRow[]): readonly GatheredReview[] {
  const keyOf = (url: string | null, author: string | null) => JSON.stringify([url, author]);
  const gathered = new Map<string, GatheredReview>(
    reviews.map((review) => [keyOf(review.url, review.author), { ...review, comments: [] }]),
  );
  for (const comment of comments) {
    const key = keyOf(comment.reviewUrl, comment.author);
    const review = gathered.get(key) ?? {
      ...{ id: comment.id, url: comment.url, author: comment.author, state: 'commented', body: '' },
      ...{ createdAt: comment.createdAt, headSha: comment.originalCommitId, comments: [] },
    };
    review.comments.push(comment);
    gathered.set(key, review);
  }
  return [...gathered.values()];
}

/** A line of the file after the change, or, below zero, before it; and the commit in which it is that line. */
function lineOf({ line, originalLine, side, commitId, originalCommitId, diffHunk }: CommentRow) {
  const known = line ?? originalLine;
  const place =
    known === null ? lastLineOf(diffHunk ?? '') : { line: known, isOld: side?.toLowerCase() === 'left' };
  return {
    line: place.isOld ? -place.line : place.line,
    commit_id: (line === null ? originalCommitId : commitId) ?? commitId ?? '',
  };
}

/** A comment is about the last line of its part of the difference. */
function lastLineOf(hunk: string): { readonly line: number; readonly isOld: boolean } {
  const [head = '', ...lines] = hunk.replace(/\n$/, '').split('\n');
  const start = parseHunkHead(head);
  if (start === undefined || lines.length === 0) {
    return { line: 0, isOld: false };
  }
  const isOld = lines.at(-1)?.startsWith('-') === true;
  const counted = lines.filter((line) => !line.startsWith(isOld ? '+' : '-') && !line.startsWith('\\'));
  return { line: (isOld ? start.oldStart : start.newStart) + counted.length - 1, isOld };
}
