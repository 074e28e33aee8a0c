import { invariant } from '../../../base/failure.ts';
import { BOT_PULL_BODY, PULL_BODIES } from '../text/phrases.table.ts';
import type { PullRequest } from '../threads.ts';
import { formatSeconds, MINUTE_MS, SECOND_MS } from '../timestamps.ts';
import { fullNameOf } from '../world.ts';
import { createClosingComment, createComments } from './create-comments.ts';
import { createReviews } from './create-reviews.ts';
import { headOwnerOf, mergerOf, type PullPlan } from './plan-threads.ts';
import type { Project } from './project.ts';
import type { PullWork } from './repository-work.ts';
import {
  createReactions,
  finishThread,
  openThread,
  type RepositoryBasis,
  type ThreadContext,
  withBrowserNewlines,
} from './thread-context.ts';
import { triageThread } from './triage-thread.ts';

export function createPullRequest(basis: RepositoryBasis, plan: PullPlan): PullRequest {
  const context = openThread(basis, plan);
  const { project } = basis;
  const work = basis.work.pulls.get(plan.number);
  invariant(work !== undefined, `pull request ${plan.number} has commits`);
  const body = writeBody(context, plan);
  context.log.addMentions(plan.createdMs, body);
  const triage = triageThread(context);
  const isDraft = logDraft(context, plan);
  const reviews = createReviews(context, plan, work);
  const comments = [...createComments(context), ...endPull(context, plan, work)];
  logForcePush(context, plan, work);
  const endedAt = plan.endMs === undefined ? null : formatSeconds(plan.endMs);
  return {
    ...finishThread(context, comments),
    author: context.author?.login ?? null,
    title: plan.subject.pullTitle,
    body,
    ...triage,
    base: { ref: project.defaultBranch, sha: work.baseSha },
    head: {
      ref: plan.branch,
      sha: work.headSha,
      owner: headOwnerOf(plan, project),
      repository: headRepositoryOf(plan, project),
    },
    isDraft,
    mergedAt: plan.fate === 'merged' ? endedAt : null,
    mergeCommitSha: work.mergeSha,
    closes: closingReferences(context, plan),
    reactions: createReactions(project, plan.createdMs, 0.4),
    ...reviews,
    closedAt: endedAt,
  };
}

function writeBody({ uploads, random, writer, number }: ThreadContext, plan: PullPlan): string | null {
  const { author } = plan;
  if (author.isBot) {
    return BOT_PULL_BODY;
  }
  if (random.chance(0.1)) {
    return random.pick([null, '']);
  }
  const parts = plan.fixes === undefined ? [] : [`Fixes #${plan.fixes}.`];
  parts.push(writer.write(PULL_BODIES, author.login));
  if (random.chance(0.07) && !plan.isAuthorGone) {
    const parent = { type: 'pull_request', number } as const;
    parts.push(uploads.addPicture({ author, timeMs: plan.createdMs - MINUTE_MS, parent }));
  }
  return withBrowserNewlines(parts.join('\n\n'), random);
}

function headRepositoryOf(plan: PullPlan, project: Project): string | null {
  if (plan.fork === 'none') {
    return fullNameOf(project);
  }
  return plan.fork === 'gone' ? null : `${plan.author.login}/${project.name}`;
}

/** Logs the events of a draft; true if it is still one. */
function logDraft({ random, log, author }: ThreadContext, plan: PullPlan): boolean {
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
  const { project, random, log, author } = context;
  const { endMs } = plan;
  if (endMs === undefined) {
    return [];
  }
  const merger = mergerOf(plan, project);
  if (plan.fate === 'merged') {
    const commitRepository = fullNameOf(project);
    log.add(endMs, merger.login, { event: 'referenced', commitId: work.mergeSha, commitRepository });
    log.add(endMs, merger.login, { event: 'merged', commitId: work.mergeSha });
  }
  log.add(endMs, plan.fate === 'merged' ? merger.login : (author ?? merger).login, { event: 'closed' });
  if (plan.fork === 'none') {
    log.add(endMs + 8 * SECOND_MS, merger.login, { event: 'head_ref_deleted' });
  }
  const hasComment = plan.fate === 'closed' && random.chance(0.7);
  return hasComment ? [createClosingComment(context, merger, endMs - SECOND_MS)] : [];
}

function logForcePush({ project, log, author }: ThreadContext, plan: PullPlan, work: PullWork): void {
  if (work.replacedSha !== undefined) {
    log.add(plan.createdMs + 5 * MINUTE_MS, author?.login ?? null, {
      event: 'head_ref_force_pushed',
      ref: plan.branch,
      beforeCommitOid: work.replacedSha,
      afterCommitOid: work.firstSha,
      commitRepository: headRepositoryOf(plan, project) ?? fullNameOf(project),
    });
  }
}

function closingReferences({ project, author }: ThreadContext, plan: PullPlan): PullRequest['closes'] {
  const actor = (author ?? mergerOf(plan, project)).login;
  return plan.fixes === undefined
    ? []
    : [
        {
          repository: fullNameOf(project),
          number: plan.fixes,
          actor,
          createdAt: formatSeconds(plan.createdMs),
        },
      ];
}
