import { invariant } from '../../../base/index.ts';
import { BOT_PULL_BODY, PULL_BODIES } from '../text/phrases.table.ts';
import type { PullRequest } from '../threads.ts';
import { formatSeconds, HOUR_MS, latestOf, MINUTE_MS, SECOND_MS } from '../timestamps.ts';
import { fullNameOf } from '../world.ts';
import { createComments, createFarewell } from './create-comments.ts';
import { createReviews } from './create-reviews.ts';
import { headOwnerOf, mergerOf, type PullPlan } from './plan-threads.ts';
import type { PullWork } from './simulate-git.ts';
import {
  createReactions,
  openThread,
  type RepositoryStory,
  type ThreadContext,
  typeOnWeb,
} from './thread-context.ts';
import { sortThread } from './thread-sorting.ts';

/** Creates one pull request with its reviews, comments and events. */
export function createPullRequest(
  story: RepositoryStory,
  plan: PullPlan,
  defaultBranch: string,
): PullRequest {
  const context = openThread(story, plan);
  const { scene } = story;
  const work = story.work.pulls.get(plan.number);
  invariant(work !== undefined, `pull request ${plan.number} has commits`);
  const body = writeBody(context, plan);
  context.log.addMentions(plan.createdMs, body);
  const sorting = sortThread(context);
  const isDraft = logDraft(context, plan);
  const reviews = createReviews(context, plan, work);
  const comments = [...createComments(context), ...endPull(context, plan, work)];
  logPushes(context, plan, work);
  const events = context.log.finish(scene.endMs);
  const createdAt = formatSeconds(plan.createdMs);
  const endedAt = plan.endMs === undefined ? null : formatSeconds(plan.endMs);
  return {
    number: plan.number,
    author: context.author?.login ?? null,
    title: plan.subject.pullTitle,
    body,
    ...sorting,
    base: { ref: defaultBranch, sha: work.baseSha },
    head: {
      ref: plan.branch,
      sha: work.headSha,
      owner: headOwnerOf(plan, scene),
      repository: headRepositoryOf(plan, story),
    },
    isDraft,
    mergedAt: plan.fate === 'merged' ? endedAt : null,
    mergeCommitSha: work.mergeSha,
    closes: closingReferences(context, plan),
    reactions: createReactions(scene, plan.createdMs, 0.4),
    comments,
    ...reviews,
    events,
    createdAt,
    updatedAt: latestOf(
      createdAt,
      [...comments, ...events].map((item) => item.createdAt),
    ),
    closedAt: endedAt,
  };
}

function writeBody({ story, voice, number }: ThreadContext, plan: PullPlan): string | null {
  const { random } = voice;
  const { author } = plan;
  if (author.isBot) {
    return BOT_PULL_BODY;
  }
  if (random.chance(0.1)) {
    return random.pick([null, '']);
  }
  const parts = plan.fixes === undefined ? [] : [`Fixes #${plan.fixes}.`];
  parts.push(voice.say(PULL_BODIES, author.login));
  if (random.chance(0.07) && !plan.isAuthorGone) {
    const parent = { type: 'pull_request', number } as const;
    parts.push(story.uploads.addPicture({ author, timeMs: plan.createdMs - MINUTE_MS, parent }));
  }
  return typeOnWeb(parts.join('\n\n'), random);
}

function headRepositoryOf(plan: PullPlan, { scene }: RepositoryStory): string | null {
  if (plan.fork === 'none') {
    return fullNameOf(scene);
  }
  return plan.fork === 'gone' ? null : `${plan.author.login}/${scene.name}`;
}

/** Logs the events of a draft; true if it is still one. */
function logDraft({ voice, log, author }: ThreadContext, plan: PullPlan): boolean {
  const { random } = voice;
  if (author === undefined || !random.chance(0.12)) {
    return false;
  }
  log.add(plan.createdMs + 30 * MINUTE_MS, author.login, { event: 'convert_to_draft' });
  if (plan.fate === 'open' && random.chance(0.7)) {
    return true;
  }
  log.add(plan.createdMs + 90 * MINUTE_MS, author.login, { event: 'ready_for_review' });
  return false;
}

/** Logs the end of the pull request, if planned, and returns its comment, if any. */
function endPull(context: ThreadContext, plan: PullPlan, work: PullWork): PullRequest['comments'] {
  const { story, voice, log, author } = context;
  const { endMs } = plan;
  if (endMs === undefined) {
    return [];
  }
  const merger = mergerOf(plan, story.scene);
  if (plan.fate === 'merged') {
    const commitRepository = fullNameOf(story.scene);
    log.add(endMs, merger.login, { event: 'referenced', commitId: work.mergeSha, commitRepository });
    log.add(endMs, merger.login, { event: 'merged', commitId: work.mergeSha });
  }
  log.add(endMs, plan.fate === 'merged' ? merger.login : (author ?? merger).login, { event: 'closed' });
  if (plan.fork === 'none') {
    log.add(endMs + 8 * SECOND_MS, merger.login, { event: 'head_ref_deleted' });
    if (plan.fate === 'closed' && voice.random.chance(0.2)) {
      log.add(endMs + HOUR_MS, merger.login, { event: 'head_ref_restored' });
    }
  }
  const hasComment = plan.fate === 'closed' && voice.random.chance(0.7);
  return hasComment ? [createFarewell(context, merger, endMs - SECOND_MS)] : [];
}

function logPushes({ story, voice, log, author }: ThreadContext, plan: PullPlan, work: PullWork): void {
  const actor = author?.login ?? null;
  if (work.replacedSha !== undefined) {
    log.add(plan.createdMs + 5 * MINUTE_MS, actor, {
      event: 'head_ref_force_pushed',
      ref: plan.branch,
      beforeCommit: work.replacedSha,
      afterCommit: work.firstSha,
      commitRepository: headRepositoryOf(plan, story) ?? fullNameOf(story.scene),
    });
  }
  if (voice.random.chance(0.02) && story.work.mainChanges.length > 1) {
    const [before, after] = story.work.mainChanges;
    log.add(plan.createdMs + 4 * MINUTE_MS, mergerOf(plan, story.scene).login, {
      event: 'base_ref_force_pushed',
      ref: 'main',
      beforeCommit: before?.sha ?? work.baseSha,
      afterCommit: after?.sha ?? work.baseSha,
      commitRepository: fullNameOf(story.scene),
    });
  }
  if (voice.random.chance(0.03)) {
    log.add(plan.createdMs + 3 * MINUTE_MS, actor, { event: 'base_ref_changed', was: 'develop', is: 'main' });
  }
}

function closingReferences({ story, author, voice }: ThreadContext, plan: PullPlan): PullRequest['closes'] {
  const createdAt = formatSeconds(plan.createdMs);
  const actor = (author ?? mergerOf(plan, story.scene)).login;
  const own =
    plan.fixes === undefined
      ? []
      : [{ repository: fullNameOf(story.scene), number: plan.fixes, actor, createdAt }];
  const isElsewhere = voice.random.chance(0.04);
  const foreign = isElsewhere
    ? [{ repository: `${story.scene.owner}/attic`, number: 7, actor, createdAt }]
    : [];
  return [...own, ...foreign];
}
