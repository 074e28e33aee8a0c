import type { RepositoryContent } from '../repository-content.ts';
import { ANSWERS, FAREWELLS, REPLIES } from '../text/phrases.table.ts';
import { writeIssueText } from '../text/voice.ts';
import { type Comment, type EventDetail, type Issue, type ThreadOf, threadsOf } from '../threads.ts';
import { formatSeconds } from '../timestamps.ts';
import {
  type Action,
  logEvents,
  type Moment,
  maintainersOf,
  type Outcome,
  pickAuthor,
  pickMaintainer,
  pickSubject,
  voiceFor,
} from './moment.ts';

/** Comments are added to one of this many newest open threads. */
const RECENT_THREADS = 20;
const MENTION_SHARE = 0.3;

/** Opens an issue that may mention a maintainer. */
export const openIssue: Action = (moment) => {
  const { content, random, atMs } = moment;
  const author = pickAuthor(moment).login;
  const { title, body: written } = writeIssueText(voiceFor(moment, pickSubject(moment)));
  const hasMention = written !== null && random.chance(0.2);
  const body = hasMention ? `${written}\n\n@${pickMaintainer(moment)}, see?` : written;
  const label = random.pick(content.labels).name;
  const issue: Issue = {
    number: nextNumber(content),
    author,
    title,
    body,
    assignees: [],
    milestone: null,
    labels: [label],
    reactions: [],
    comments: [],
    events: logEvents(moment, author, [{ event: 'labeled', label }], body),
    createdAt: formatSeconds(atMs),
    updatedAt: formatSeconds(atMs),
    closedAt: null,
  };
  return { content: { ...content, issues: [...content.issues, issue] } };
};

/** A maintainer closes an issue with a comment. */
export const closeIssue: Action = (moment) => {
  const issue = pickIssue(moment, true);
  if (issue === undefined) {
    return undefined;
  }
  const actor = pickMaintainer(moment);
  const body = voiceFor(moment, pickSubject(moment)).say(FAREWELLS.issue, actor);
  const fields = {
    closedAt: formatSeconds(moment.atMs),
    comments: [...issue.comments, newComment(actor, body, moment)],
  };
  const change = { actor, events: [{ event: 'closed' }], text: body, fields } as const;
  return changeThread({ kind: 'issue', thread: issue }, change, moment);
};

/** The author of an issue reopens it. */
export const reopenIssue: Action = (moment) => {
  const issue = pickIssue(moment, false);
  const change = { events: [{ event: 'reopened' }], fields: { closedAt: null } } as const;
  return issue === undefined
    ? undefined
    : changeThread({ kind: 'issue', thread: issue }, { ...change, actor: issue.author }, moment);
};

/** Deletes an issue and its comments, unless other records refer to it. */
export const deleteIssue: Action = ({ content, random }) => {
  const linked = new Set([
    ...content.pullRequests.flatMap(({ closes }) => closes.map(({ number }) => number)),
    ...threadsOf(content).flatMap(({ thread }) =>
      thread.events.flatMap((event) => ('subjectNumber' in event ? [event.subjectNumber] : [])),
    ),
  ]);
  const last = nextNumber(content) - 1;
  const candidates = content.issues.filter(({ number }) => !linked.has(number) && number < last);
  if (candidates.length === 0) {
    return undefined;
  }
  const { number } = random.pick(candidates);
  return {
    content: {
      ...content,
      issues: content.issues.filter((other) => other.number !== number),
      attachments: content.attachments.filter(
        ({ parent }) =>
          parent.number !== number || (parent.type === 'issue_comment' && parent.threadType !== 'issue'),
      ),
    },
  };
};

/** Adds a comment to an open thread, often by a maintainer and with a mention. */
export const addComment: Action = (moment) => {
  const { random, content } = moment;
  const open = openThreads(content).toSorted((a, b) => (a.thread.updatedAt < b.thread.updatedAt ? -1 : 1));
  if (open.length === 0) {
    return undefined;
  }
  const item = random.pick(open.slice(-RECENT_THREADS));
  const actor = random.chance(0.4) ? pickMaintainer(moment) : pickAuthor(moment).login;
  const text = writeReply(moment, item, actor);
  const comments = [...item.thread.comments, newComment(actor, text, moment)];
  return changeThread(item, { actor, text, fields: { comments } }, moment);
};

/** The author of a comment edits it. */
export const editComment: Action = (moment) => {
  const picked = pickComment(moment);
  if (picked === undefined) {
    return undefined;
  }
  const { item, comment } = picked;
  const text = `\n\nEdit: ${writeReply(moment, item, comment.author)}`;
  const comments = item.thread.comments.map((other) =>
    other === comment ? { ...comment, body: `${comment.body}${text}` } : other,
  );
  return changeThread(item, { actor: comment.author, text, fields: { comments } }, moment);
};

/** A maintainer deletes a comment and its pictures. */
export const deleteComment: Action = (moment) => {
  const picked = pickComment(moment);
  if (picked === undefined) {
    return undefined;
  }
  const { item, comment } = picked;
  const events = [{ event: 'comment_deleted', subjectLogin: comment.author }] as const;
  const comments = item.thread.comments.filter((other) => other !== comment);
  const change = { actor: pickMaintainer(moment), events, fields: { comments } };
  const { content } = changeThread(item, change, moment);
  const attachments = content.attachments.filter(
    ({ parent }) => parent.type !== 'issue_comment' || parent.commentId !== comment.id,
  );
  return { content: { ...content, attachments } };
};

/** A maintainer adds a label to an open thread, or removes it. */
export const labelThread: Action = (moment) => {
  const { random, content } = moment;
  const open = openThreads(content);
  if (open.length === 0 || content.labels.length === 0) {
    return undefined;
  }
  const item = random.pick(open);
  const label = random.pick(content.labels).name;
  const { labels } = item.thread;
  const event = labels.includes(label) ? 'unlabeled' : 'labeled';
  const fields = {
    labels: event === 'labeled' ? [...labels, label] : labels.filter((other) => other !== label),
  };
  return changeThread(item, { actor: pickMaintainer(moment), events: [{ event, label }], fields }, moment);
};

/** A maintainer assigns an open thread to a maintainer. */
export const assignThread: Action = (moment) => {
  const open = openThreads(moment.content);
  const login = pickMaintainer(moment);
  const item = open.length === 0 ? undefined : moment.random.pick(open);
  if (item === undefined || item.thread.assignees.includes(login)) {
    return undefined;
  }
  const events = [{ event: 'assigned', subjectLogin: login }] as const;
  const fields = { assignees: [...item.thread.assignees, login] };
  return changeThread(item, { actor: pickMaintainer(moment), events, fields }, moment);
};

interface ThreadChange {
  readonly actor: string;
  readonly events?: readonly EventDetail[];
  /** A text that may mention people. */
  readonly text?: string;
  readonly fields?: Partial<Pick<Issue, 'assignees' | 'closedAt' | 'comments' | 'labels'>>;
}

/** Changes a thread, adds events, and updates its time. */
export function changeThread(item: ThreadOf, change: ThreadChange, moment: Moment): Outcome {
  const { content, atMs } = moment;
  const { actor, events = [], text, fields } = change;
  const edit = {
    ...fields,
    events: [...item.thread.events, ...logEvents(moment, actor, events, text)],
    updatedAt: formatSeconds(atMs),
  };
  const replace = <Thread extends ThreadOf['thread']>(threads: readonly Thread[], before: Thread) =>
    threads.map((thread) => (thread.number === before.number ? { ...before, ...edit } : thread));
  return {
    content:
      item.kind === 'issue'
        ? { ...content, issues: replace(content.issues, item.thread) }
        : { ...content, pullRequests: replace(content.pullRequests, item.thread) },
  };
}

/** The number of the next thread. */
export function nextNumber({ issues, pullRequests, discussions }: RepositoryContent): number {
  const threads = [...issues, ...pullRequests, ...discussions];
  return threads.reduce((most, { number }) => Math.max(most, number), 0) + 1;
}

function newComment(author: string, body: string, { ids, atMs }: Moment): Comment {
  const createdAt = formatSeconds(atMs);
  return { id: ids('comment', atMs), author, body, formatter: 'markdown', reactions: [], createdAt };
}

function openThreads(content: RepositoryContent): readonly ThreadOf[] {
  return threadsOf(content).filter(({ thread }) => thread.closedAt === null);
}

function pickIssue({ content, random }: Moment, isOpen: boolean): Issue | undefined {
  const fitting = content.issues.filter((issue) => (issue.closedAt === null) === isOpen);
  return fitting.length === 0 ? undefined : random.pick(fitting);
}

function pickComment(moment: Moment): { readonly item: ThreadOf; readonly comment: Comment } | undefined {
  const all = threadsOf(moment.content).flatMap((item) =>
    item.thread.comments.map((comment) => ({ item, comment })),
  );
  return all.length === 0 ? undefined : moment.random.pick(all);
}

function writeReply(moment: Moment, { kind }: ThreadOf, author: string): string {
  const { random } = moment;
  const phrases =
    kind === 'issue' ? [...ANSWERS.question, ...REPLIES.issue] : [...ANSWERS.pull, ...REPLIES.pull];
  const text = voiceFor(moment, pickSubject(moment)).say(phrases, author);
  const others = maintainersOf(moment).filter(({ login }) => login !== author);
  return others.length > 0 && random.chance(MENTION_SHARE) ? `@${random.pick(others).login} ${text}` : text;
}
