import { writeIssueText } from '../text/text-writer.ts';
import type { Issue } from '../threads.ts';
import { DAY_MS, formatSeconds, HOUR_MS, MINUTE_MS, SECOND_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import { createClosingComment, createComments } from './create-comments.ts';
import { type IssuePlan, mergerOf } from './plan-threads.ts';
import {
  createReactions,
  finishThread,
  openThread,
  type RepositoryBasis,
  type ThreadContext,
  withBrowserNewlines,
} from './thread-context.ts';
import { triageThread } from './triage-thread.ts';

export function createIssue(basis: RepositoryBasis, plan: IssuePlan): Issue {
  const context = openThread(basis, plan);
  const { title, body: written } = writeIssueText(context.writer);
  const body = written === null ? null : addUploads(context, plan.author, written);
  context.log.addMentions(plan.createdMs, body);
  const triage = triageThread(context);
  const talk = createComments(context);
  const closing = closeIssue(context, plan);
  addReferences(context);
  return {
    ...finishThread(context, closing === undefined ? talk : [...talk, closing]),
    author: plan.author.login,
    title,
    body,
    ...triage,
    reactions: createReactions(basis.project, plan.createdMs, 0.9),
    closedAt: plan.closedMs === undefined ? null : formatSeconds(plan.closedMs),
  };
}

function addUploads(context: ThreadContext, author: Person, text: string): string {
  const { uploads, random, number, createdMs } = context;
  const timeMs = createdMs - MINUTE_MS;
  const parts = [text];
  if (random.chance(0.18)) {
    parts.push(uploads.addPicture({ author, timeMs, parent: { type: 'issue', number } }));
  }
  if (random.chance(0.12)) {
    parts.push(`Here is the file: ${uploads.addFile({ author, timeMs })}`);
  }
  return withBrowserNewlines(parts.join('\n\n'), random);
}

/** Logs the closing of the issue, if planned, and returns its comment, if any. */
function closeIssue(context: ThreadContext, plan: IssuePlan): Issue['comments'][number] | undefined {
  const { project, links, random, log } = context;
  if (plan.closedMs === undefined) {
    return undefined;
  }
  const pull = plan.closedBy === undefined ? undefined : links.pulls.get(plan.closedBy);
  if (pull !== undefined) {
    log.add(plan.closedMs, mergerOf(pull, project).login, { event: 'closed' });
    return undefined;
  }
  const closer = random.chance(0.25) ? plan.author : random.pick(project.maintainers);
  if (random.chance(0.12) && plan.closedMs - plan.createdMs > 2 * DAY_MS) {
    const firstMs = plan.createdMs + Math.floor((plan.closedMs - plan.createdMs) / 2);
    log.add(firstMs, closer.login, { event: 'closed' });
    log.add(firstMs + 3 * HOUR_MS, plan.author.login, { event: 'reopened' });
  }
  log.add(plan.closedMs, closer.login, { event: 'closed' });
  const hasComment = closer !== plan.author && random.chance(0.6);
  return hasComment ? createClosingComment(context, closer, plan.closedMs - 20 * SECOND_MS) : undefined;
}

function addReferences({ project, links, log, number }: ThreadContext): void {
  const commitRepository = `${project.owner}/${project.name}`;
  for (const { sha, timeMs, author } of links.references.get(number) ?? []) {
    log.add(timeMs, author.login, { event: 'referenced', commitId: sha, commitRepository });
  }
  const pull = links.fixes.get(number);
  if (pull !== undefined) {
    const actor = pull.isAuthorGone ? null : pull.author.login;
    log.add(pull.createdMs, actor, { event: 'connected', subjectNumber: pull.number });
  }
}
