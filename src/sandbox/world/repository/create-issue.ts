import { writeIssueText } from '../text/voice.ts';
import type { Issue } from '../threads.ts';
import { DAY_MS, formatSeconds, HOUR_MS, latestOf, MINUTE_MS, SECOND_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import { createComments, createFarewell } from './create-comments.ts';
import { type IssuePlan, mergerOf } from './plan-threads.ts';
import { leaderOf } from './scene.ts';
import {
  createReactions,
  openThread,
  type RepositoryStory,
  type ThreadContext,
  typeOnWeb,
} from './thread-context.ts';
import { sortThread } from './thread-sorting.ts';

/** Creates one issue with its comments and events. */
export function createIssue(story: RepositoryStory, plan: IssuePlan): Issue {
  const context = openThread(story, plan);
  const { scene } = story;
  const { title, body: written } = writeIssueText(context.voice);
  const body = written === null ? null : addUploads(context, plan.author, written);
  context.log.addMentions(plan.createdMs, body);
  const sorting = sortThread(context);
  const talk = createComments(context);
  const farewell = closeIssue(context, plan);
  addReferences(context, plan);
  addIncidents(context, title);
  const comments = farewell === undefined ? talk : [...talk, farewell];
  const events = context.log.finish(scene.endMs);
  return {
    number: plan.number,
    author: plan.author.login,
    title,
    body,
    ...sorting,
    reactions: createReactions(scene, plan.createdMs, 0.9),
    comments,
    events,
    createdAt: formatSeconds(plan.createdMs),
    updatedAt: latestOf(
      formatSeconds(plan.createdMs),
      [...comments, ...events].map((item) => item.createdAt),
    ),
    closedAt: plan.closedMs === undefined ? null : formatSeconds(plan.closedMs),
  };
}

function addUploads(context: ThreadContext, author: Person, text: string): string {
  const { story, voice, number, createdMs } = context;
  const { random } = voice;
  const timeMs = createdMs - MINUTE_MS;
  const parts = [text];
  if (random.chance(0.18)) {
    parts.push(story.uploads.addPicture({ author, timeMs, parent: { type: 'issue', number } }));
  }
  if (random.chance(0.12)) {
    parts.push(`Here is the file: ${story.uploads.addFile({ author, timeMs })}`);
  }
  return typeOnWeb(parts.join('\n\n'), random);
}

/** Logs the closing of the issue, if planned, and returns its comment, if any. */
function closeIssue(context: ThreadContext, plan: IssuePlan): Issue['comments'][number] | undefined {
  const { story, voice, log } = context;
  const { random } = voice;
  if (plan.closedMs === undefined) {
    return undefined;
  }
  const pull = story.threads.find((other) => other.type === 'pull_request' && other.number === plan.closedBy);
  if (pull?.type === 'pull_request') {
    log.add(plan.closedMs, mergerOf(pull, story.scene).login, { event: 'closed' });
    return undefined;
  }
  const closer = random.chance(0.25) ? plan.author : random.pick(story.scene.maintainers);
  if (random.chance(0.12) && plan.closedMs - plan.createdMs > 2 * DAY_MS) {
    const firstMs = plan.createdMs + Math.floor((plan.closedMs - plan.createdMs) / 2);
    log.add(firstMs, closer.login, { event: 'closed' });
    log.add(firstMs + 3 * HOUR_MS, plan.author.login, { event: 'reopened' });
  }
  log.add(plan.closedMs, closer.login, { event: 'closed' });
  const hasComment = closer !== plan.author && random.chance(0.6);
  return hasComment ? createFarewell(context, closer, plan.closedMs - 20 * SECOND_MS) : undefined;
}

function addReferences({ story, log, number }: ThreadContext, plan: IssuePlan): void {
  const { scene, work, threads } = story;
  const commitRepository = `${scene.owner}/${scene.name}`;
  for (const { sha, timeMs, author } of work.references.filter((reference) => reference.number === number)) {
    log.add(timeMs, author.login, { event: 'referenced', commitId: sha, commitRepository });
  }
  const pull = threads.find((other) => other.type === 'pull_request' && other.fixes === number);
  if (pull !== undefined) {
    const actor = pull.type === 'pull_request' && pull.isAuthorGone ? null : pull.author.login;
    log.add(pull.createdMs, actor, { event: 'connected', subjectNumber: pull.number });
    if (plan.closedBy === undefined && scene.random.chance(0.3)) {
      log.add(pull.createdMs + HOUR_MS, leaderOf(scene).login, {
        event: 'disconnected',
        subjectNumber: pull.number,
      });
    }
  }
}

/** Logs rare events. */
function addIncidents({ story, voice, log, createdMs, lastMs, author }: ThreadContext, title: string): void {
  const { scene } = story;
  const { random } = voice;
  const leader = leaderOf(scene).login;
  const middleMs = createdMs + Math.floor((lastMs - createdMs) / 2);
  if (random.chance(0.08)) {
    log.add(createdMs + 7 * MINUTE_MS, leader, { event: 'renamed', was: `${title}!!`, is: title });
  }
  if (random.chance(0.05)) {
    log.add(lastMs + DAY_MS, leader, { event: 'locked' });
    if (random.chance(0.4)) {
      log.add(lastMs + 2 * DAY_MS, leader, { event: 'unlocked' });
    }
  }
  if (random.chance(0.03)) {
    log.add(middleMs, leader, { event: 'pinned' });
    log.add(middleMs + DAY_MS, leader, { event: 'unpinned' });
  }
  if (random.chance(0.04) && author !== undefined) {
    log.add(middleMs, author.login, { event: 'unsubscribed' });
  }
  if (random.chance(0.04)) {
    const [outsider = leader] = scene.outsiders;
    log.add(middleMs, leader, { event: 'comment_deleted', subjectLogin: outsider });
  }
  if (random.chance(0.03)) {
    log.add(createdMs + HOUR_MS, leader, {
      event: 'transferred',
      fromRepository: `${scene.owner}/attic`,
    });
  }
}
