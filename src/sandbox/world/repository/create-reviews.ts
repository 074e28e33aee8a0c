import { cutDiffHunk } from '../git/text-edit.ts';
import { pickEarlyMs, pickSome } from '../random-picks.ts';
import { REMARKS, REVIEW_BODIES } from '../text/phrases.table.ts';
import type { DiffPlace, PullRequest, Review, ReviewComment, ReviewThread } from '../threads.ts';
import { DAY_MS, formatSeconds, HOUR_MS, MINUTE_MS } from '../timestamps.ts';
import type { PullPlan } from './plan-threads.ts';
import type { PullWork } from './repository-work.ts';
import { createReactions, type ThreadContext } from './thread-context.ts';

/**
 * Creates the reviews of a maintainer: first comments at lines of the diff, then, after a revision or merge, an approval.
 */
export function createReviews(
  context: ThreadContext,
  plan: PullPlan,
  work: PullWork,
): Pick<PullRequest, 'reviews' | 'reviewThreads'> {
  const { random } = context;
  const reviewers = context.project.maintainers.filter((person) => person !== plan.author);
  if (reviewers.length === 0 || plan.author.isBot || !random.chance(0.75)) {
    return { reviews: [], reviewThreads: [] };
  }
  const reviewer = random.pick(reviewers);
  const beforeMs = plan.revisedMs ?? context.lastMs;
  const firstMs = pickEarlyMs(
    plan.createdMs + Math.min(20 * MINUTE_MS, beforeMs - plan.createdMs),
    beforeMs,
    random,
  );
  context.log.add(plan.createdMs + MINUTE_MS, context.author?.login ?? null, {
    event: 'review_requested',
    subjectLogin: reviewer.login,
  });
  const hasRemarks = plan.revisedMs !== undefined || random.chance(0.4);
  const firstState = plan.revisedMs === undefined ? 'commented' : 'changes_requested';
  const reviews: Review[] = [];
  const reviewThreads: ReviewThread[] = [];
  if (hasRemarks) {
    const review = createReview(context, reviewer.login, firstMs, [firstState, work.firstSha]);
    reviews.push(review);
    reviewThreads.push(...createReviewThreads(context, work, review, firstMs));
  }
  if (plan.fate === 'merged' || random.chance(0.3)) {
    const timeMs = Math.max(firstMs + MINUTE_MS, context.lastMs - random.integer(5, 90) * MINUTE_MS);
    const approvedMs = Math.min(timeMs, context.lastMs);
    reviews.push(createReview(context, reviewer.login, approvedMs, ['approved', work.headSha]));
  }
  return { reviews, reviewThreads };
}

function createReview(
  context: ThreadContext,
  author: string,
  timeMs: number,
  [state, headSha]: readonly [Review['state'], string],
): Review {
  const { writer, log, project } = context;
  const body = writer.write(REVIEW_BODIES[state], author);
  log.addMentions(timeMs, body);
  return {
    id: project.ids('review', timeMs),
    author,
    body,
    headSha,
    state,
    reactions: createReactions(project, timeMs, 0.15),
    // The first comment creates the review, which is submitted later.
    createdAt: formatSeconds(timeMs - 4 * MINUTE_MS),
    submittedAt: formatSeconds(timeMs),
  };
}

const MAX_REMARKS = 3;

function createReviewThreads(
  context: ThreadContext,
  work: PullWork,
  review: Review,
  timeMs: number,
): readonly ReviewThread[] {
  const { random } = context;
  const places = work.changes.flatMap(({ path, hunk }) =>
    hunk.lines.flatMap((line, index) =>
      line.text.startsWith(' ') ? [] : [{ path, hunk, position: index + 1 }],
    ),
  );
  return pickSome(places, random.integer(1, MAX_REMARKS), random).map((place) =>
    createReviewThread(context, describePlace(work, place), review, timeMs),
  );
}

type ChangePlace = PullWork['changes'][number] & { readonly position: number };

/** A line that a later commit changed is outdated: the newest diff does not contain it. */
function describePlace(work: PullWork, { path, hunk, position }: ChangePlace): DiffPlace {
  const line = hunk.lines[position - 1];
  const isLeft = line?.newNumber === undefined;
  const number = line?.newNumber ?? line?.oldNumber ?? 1;
  // Some comments span two new lines.
  const previous = hunk.lines[position - 2];
  const startLine = !isLeft && position % 3 === 0 && previous?.text.startsWith('+') ? number - 1 : null;
  const isOutdated = !isLeft && work.corrected?.path === path && work.corrected.line === number;
  return {
    diffHunk: cutDiffHunk(hunk, position),
    path,
    position: isOutdated ? null : position,
    originalPosition: position,
    side: isLeft ? 'left' : 'right',
    line: isOutdated ? null : number,
    originalLine: number,
    startLine: isOutdated ? null : startLine,
    originalStartLine: startLine,
    commitId: isOutdated ? work.firstSha : work.headSha,
    originalCommitId: work.firstSha,
  };
}

function createReviewThread(
  context: ThreadContext,
  place: DiffPlace,
  review: Review,
  timeMs: number,
): ReviewThread {
  const { random } = context;
  const firstMs = timeMs - random.integer(0, 3) * MINUTE_MS;
  const first = createReviewComment(context, review.author, firstMs, REMARKS.review);
  const said = [first];
  const lastMs = Math.min(timeMs + DAY_MS, context.lastMs);
  if (context.author !== undefined && random.chance(0.6)) {
    const replyMs = pickEarlyMs(Math.min(timeMs + 10 * MINUTE_MS, lastMs), lastMs, random);
    const reply = createReviewComment(context, context.author.login, replyMs, REMARKS.reply);
    said.push({ ...reply, inReplyTo: first.id });
  }
  const isResolved = random.chance(0.6) && context.lastMs - timeMs > HOUR_MS;
  return {
    id: context.project.ids('review', firstMs),
    reviewId: review.id,
    place,
    comments: said.map((comment) => ({ reviewId: review.id, ...comment })),
    createdAt: formatSeconds(firstMs),
    resolvedAt: isResolved ? formatSeconds(Math.min(lastMs + HOUR_MS, context.lastMs)) : null,
    resolver: isResolved ? review.author : null,
  };
}

function createReviewComment(
  { writer, log, project }: ThreadContext,
  author: string,
  timeMs: number,
  phrases: readonly string[],
): Omit<ReviewComment, 'reviewId'> {
  const body = writer.write(phrases, author);
  log.addMentions(timeMs, body);
  return {
    id: project.ids('comment', timeMs),
    author,
    body,
    inReplyTo: null,
    reactions: createReactions(project, timeMs, 0.2),
    createdAt: formatSeconds(timeMs),
  };
}
