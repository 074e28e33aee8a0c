import type { Database } from '../store/database.ts';
import type { ReadReactions } from './read-reactions.ts';
import type { CodeRemark, Conversation, Review } from './thread.ts';

export interface ReviewRow {
  readonly id: number;
  readonly url: string;
  readonly author: string | null;
  readonly state: string | null;
  readonly createdAt: string | null;
  readonly headSha: string | null;
  readonly body: string | null;
}

interface CommentRow {
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

interface PlaceRow {
  readonly url: string;
  readonly line: number | null;
  readonly original_line: number | null;
  readonly start_line: number | null;
  readonly original_start_line: number | null;
  readonly resolver: string | null;
  readonly resolved_at: string | null;
}

/** Reads rows of the reviews of a pull request, by its url. */
export const SELECT_REVIEWS = `
  SELECT id, url, author, state, coalesce(submitted_at, created_at) AS createdAt, head_sha AS headSha, body
  FROM pull_request_reviews WHERE pull_request_url = ?`;

/** A conversation and the review that started it. */
interface FoundConversation {
  readonly reviewUrl: string | null;
  readonly conversation: Conversation;
}

/** Reads the reviews of a pull request, and the conversations whose reviews are not in the archive. */
export type ReadReviews = (pullRequestUrl: string) => readonly (Review | Conversation)[];

/** Prepares the reader. A conversation is shown as a whole in the review that started it. */
export function createReviewReader(db: Database, reactionsTo: ReadReactions): ReadReviews {
  const reviews = db.prepare<[string], ReviewRow>(SELECT_REVIEWS);
  const readConversations = createConversationReader(db, reactionsTo);
  return (pullRequestUrl) => {
    const rows = reviews.all(pullRequestUrl);
    const found = readConversations(pullRequestUrl);
    const known = new Set<string | null>(rows.map(({ url }) => url));
    return [
      ...rows
        .map(
          (row): Review => ({
            ...row,
            kind: 'review',
            body: row.body ?? '',
            reactions: reactionsTo(row.id),
            conversations: found
              .filter(({ reviewUrl }) => reviewUrl === row.url)
              .map(({ conversation }) => conversation),
          }),
        )
        .filter(hasContent),
      ...found.filter(({ reviewUrl }) => !known.has(reviewUrl)).map(({ conversation }) => conversation),
    ];
  };
}

/** False for reviews that only consist of replies to older conversations. */
function hasContent({ body, state, conversations }: Review): boolean {
  return body.trim() !== '' || state !== 'commented' || conversations.length > 0;
}

function createConversationReader(
  db: Database,
  reactionsTo: ReadReactions,
): (pullRequestUrl: string) => readonly FoundConversation[] {
  const comments = db.prepare<[string], CommentRow>(
    'SELECT * FROM pull_request_review_comments WHERE pull_request_url = ? ORDER BY created_at, id',
  );
  const places = db.prepare<[string], PlaceRow>(
    `SELECT url, line, original_line, start_line, original_start_line, resolver, resolved_at
     FROM pull_request_review_threads WHERE pull_request_url = ?`,
  );
  const toRemark = ({ id, url, author, created_at, body, review_url }: CommentRow): CodeRemark => ({
    id,
    url,
    author,
    createdAt: created_at,
    body: body ?? '',
    reactions: reactionsTo(id),
    reviewUrl: review_url,
  });
  return (pullRequestUrl) => {
    const placeOf = new Map(places.all(pullRequestUrl).map((place) => [place.url, place]));
    return gatherComments(comments.all(pullRequestUrl)).map(({ key, first, rows }) => {
      const place = placeOf.get(key);
      return {
        reviewUrl: first.review_url,
        conversation: {
          kind: 'conversation',
          id: first.id,
          url: key,
          author: first.author,
          createdAt: first.created_at,
          path: first.path,
          line: place?.line ?? place?.original_line ?? null,
          startLine: place?.start_line ?? place?.original_start_line ?? null,
          isOutdated: first.position === null,
          resolvedAt: place?.resolved_at ?? null,
          resolver: place?.resolver ?? null,
          diffHunk: first.diff_hunk,
          comments: rows.map(toRemark),
        },
      };
    });
  };
}

interface GatheredComments {
  readonly key: string;
  readonly first: CommentRow;
  readonly rows: readonly CommentRow[];
}

/** Groups comments into conversations: by their thread, or in older archives by what they reply to. */
function gatherComments(comments: readonly CommentRow[]): readonly GatheredComments[] {
  const keyOf = new Map<string, string>();
  const gathered = new Map<string, { key: string; first: CommentRow; rows: CommentRow[] }>();
  for (const comment of comments) {
    const key = comment.thread_url ?? keyOf.get(comment.in_reply_to_url ?? '') ?? comment.url;
    keyOf.set(comment.url, key);
    const known = gathered.get(key);
    if (known === undefined) {
      gathered.set(key, { key, first: comment, rows: [comment] });
    } else {
      known.rows.push(comment);
    }
  }
  return [...gathered.values()];
}
