import type { ThreadOf } from '../activity/activity-event.ts';
import { FAREWELLS } from '../text/comment-phrases.table.ts';
import { writeIssueText } from '../text/issue-text.ts';
import type { Issue } from '../threads.ts';
import { formatSeconds } from '../timestamps.ts';
import { maintainersOf, pickAuthor, thinkOfSubject, voiceFor } from './cast.ts';
import type { Deed, Moment } from './moment.ts';
import {
  actionDetail,
  changeThread,
  logEvents,
  mentionedIn,
  nextNumber,
  threadNotice,
  threadOutcome,
} from './thread-change.ts';

/** Somebody opens an issue, and now and then calls a maintainer by name. */
export const openIssue: Deed = (moment) => {
  const { content, random, atMs } = moment;
  const author = pickAuthor(moment);
  const { title, body: written } = writeIssueText(voiceFor(moment, thinkOfSubject(moment)));
  const callsSomebody = written !== null && random.chance(0.2);
  const body = callsSomebody ? `${written}\n\n@${random.pick(maintainersOf(moment)).login}, see?` : written;
  const label = random.pick(content.labels);
  const events = logEvents(
    { actor: author.login, said: body, events: [{ event: 'labeled', label: label.name }] },
    moment,
  );
  const thread: Issue = {
    number: nextNumber(content),
    author: author.login,
    title,
    body,
    assignees: [],
    milestone: null,
    labels: [label.name],
    reactions: [],
    comments: [],
    events,
    createdAt: formatSeconds(atMs),
    updatedAt: formatSeconds(atMs),
    closedAt: null,
  };
  const item: ThreadOf = { kind: 'issue', thread };
  const news = { type: 'news', actor: author.login, mentioned: mentionedIn(events) } as const;
  const detail = actionDetail(item, { name: 'opened' });
  return {
    content: { ...content, issues: [...content.issues, thread] },
    activity: [{ actor: author.login, timeMs: atMs, detail }],
    notices: [threadNotice(item, moment, news)],
  };
};

/** A maintainer closes an issue, mostly with a word. */
export const closeIssue: Deed = (moment) => {
  const { random, atMs, ids } = moment;
  const thread = pickIssue(moment, true);
  if (thread === undefined) {
    return undefined;
  }
  const actor = random.pick(maintainersOf(moment)).login;
  const body = voiceFor(moment, thinkOfSubject(moment)).say(FAREWELLS.issue, actor);
  const createdAt = formatSeconds(atMs);
  const comment = {
    id: ids('comment', atMs),
    author: actor,
    body,
    formatter: 'markdown',
    reactions: [],
    createdAt,
  } as const;
  const changed = changeThread(
    { kind: 'issue', thread },
    { actor, events: [{ event: 'closed' }], fields: { closedAt: createdAt }, comment, said: body },
    moment,
  );
  const details = [
    { type: 'IssueCommentEvent', thread: changed.item, comment },
    actionDetail(changed.item, { name: 'closed' }),
  ] as const;
  return threadOutcome(changed, moment, { actor, details });
};

/** Whoever opened an issue is not content. */
export const reopenIssue: Deed = (moment) => {
  const thread = pickIssue(moment, false);
  if (thread === undefined) {
    return undefined;
  }
  const actor = thread.author;
  const change = { actor, events: [{ event: 'reopened' }], fields: { closedAt: null } } as const;
  const changed = changeThread({ kind: 'issue', thread }, change, moment);
  return threadOutcome(changed, moment, {
    actor,
    details: [actionDetail(changed.item, { name: 'reopened' })],
  });
};

/** An issue vanishes with all that was said in it; not one that something else leads to. */
export const deleteIssue: Deed = (moment) => {
  const { content, random, world } = moment;
  const kept = new Set(linkedNumbers(moment));
  const candidates = content.issues.filter(
    ({ number }) => !kept.has(number) && number < nextNumber(content) - 1,
  );
  if (candidates.length === 0) {
    return undefined;
  }
  const { number, ...issue } = random.pick(candidates);
  const item: ThreadOf = { kind: 'issue', thread: { number, ...issue } };
  const actor = world.account.login;
  return {
    content: {
      ...content,
      issues: content.issues.filter((other) => other.number !== number),
      attachments: content.attachments.filter(
        ({ parent }) =>
          parent.number !== number || (parent.type === 'issue_comment' && parent.threadType !== 'issue'),
      ),
    },
    withdraws: ({ detail }) =>
      (detail.type === 'IssuesEvent' && detail.issue.number === number) ||
      (detail.type === 'IssueCommentEvent' &&
        detail.thread.kind === 'issue' &&
        detail.thread.thread.number === number),
    notices: [threadNotice(item, moment, { type: 'gone', actor, mentioned: [] })],
  };
};

function pickIssue({ content, random }: Moment, isOpen: boolean): Issue | undefined {
  const fitting = content.issues.filter((issue) => (issue.closedAt === null) === isOpen);
  return fitting.length === 0 ? undefined : random.pick(fitting);
}

/** Numbers of threads that pull requests or events of others lead to. */
function linkedNumbers({ content }: Moment): readonly number[] {
  const threads = [...content.issues, ...content.pullRequests];
  return [
    ...content.pullRequests.flatMap((pull) => pull.closes.map((reference) => reference.number)),
    ...threads.flatMap(({ events }) =>
      events.flatMap((event) => ('subjectNumber' in event ? [event.subjectNumber] : [])),
    ),
  ];
}
