import { pickEarlyMs } from '../chance.ts';
import { REVIEW_STATES, type Review, type ReviewThread } from '../reviews.ts';
import { REVIEW_BODIES } from '../text/comment-phrases.table.ts';
import { formatSeconds, MINUTE_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import { createReactions } from './create-reactions.ts';
import { createReviewThreads, type PullContext } from './create-review-threads.ts';

/** What reviewers made of a pull request. */
export interface ReviewRound {
  readonly reviews: readonly Review[];
  readonly reviewThreads: readonly ReviewThread[];
}

/**
 * Lets maintainers review a pull request: first with remarks at lines of its diff, then, where the author
 * answered or it was merged, with an approval.
 */
export function createReviews(pull: PullContext): ReviewRound {
  const { context, plan, work } = pull;
  const { random } = context.voice;
  const reviewers = context.story.scene.maintainers.filter((person) => person !== plan.author);
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
  if (random.chance(0.08)) {
    context.log.add(plan.createdMs + 3 * MINUTE_MS, reviewer.login, {
      event: 'review_request_removed',
      subjectLogin: reviewer.login,
    });
  }
  const hasRemarks = plan.revisedMs !== undefined || random.chance(0.4);
  const firstState = plan.revisedMs === undefined ? 'commented' : 'changesRequested';
  const reviews: Review[] = [];
  const reviewThreads: ReviewThread[] = [];
  if (hasRemarks) {
    const review = createReview(pull, {
      reviewer,
      timeMs: firstMs,
      state: firstState,
      headSha: work.firstSha,
    });
    reviews.push(review);
    reviewThreads.push(...createReviewThreads(pull, { reviewer, review, timeMs: firstMs }));
  }
  if (plan.fate === 'merged' || random.chance(0.3)) {
    const timeMs = Math.max(firstMs + MINUTE_MS, context.lastMs - random.integer(5, 90) * MINUTE_MS);
    const approvedMs = Math.min(timeMs, context.lastMs);
    reviews.push(
      createReview(pull, { reviewer, timeMs: approvedMs, state: 'approved', headSha: work.headSha }),
    );
  }
  return { reviews, reviewThreads };
}

interface NewReview {
  readonly reviewer: Person;
  readonly timeMs: number;
  readonly state: keyof typeof REVIEW_STATES;
  readonly headSha: string;
}

function createReview({ context }: PullContext, { reviewer, timeMs, state, headSha }: NewReview): Review {
  const { voice, log, story } = context;
  const body = voice.say(REVIEW_BODIES[state], reviewer.login);
  log.addMentions(timeMs, body);
  return {
    id: story.scene.ids('review', timeMs),
    author: reviewer.login,
    body,
    headSha,
    state: REVIEW_STATES[state],
    reactions: createReactions(story.scene, timeMs, 0.15),
    // The first remark makes the review, "submit" comes later.
    createdAt: formatSeconds(timeMs - 4 * MINUTE_MS),
    submittedAt: formatSeconds(timeMs),
  };
}
