import type { RepositoryContent } from '../repository-content.ts';
import { ANSWERS, FAREWELLS, REPLIES } from '../text/phrases.table.ts';
import { writeIssueText } from '../text/voice.ts';
import { type Comment, type EventDetail, type Issue, type ThreadOf, threadsOf } from '../threads.ts';
import { formatSeconds } from '../timestamps.ts';
import {
  type Deed,
  logEvents,
  type Moment,
  maintainersOf,
  type Outcome,
  pickAuthor,
  pickMaintainer,
  thinkOfSubject,
  voiceFor,
} from './moment.ts';

/** People talk about what is new: one of this many open threads. */
const RECENT_THREADS = 20;
const MENTION_SHARE = 0.3;

/** Somebody opens an issue, and now and then calls a maintainer by name. */
export const openIssue: Deed = (moment) => {
  const { content, random, atMs } = moment;
  const author = pickAuthor(moment).login;
  const { title, body: written } = writeIssueText(voiceFor(moment, thinkOfSubject(moment)));
  const callsSomebody = written !== null && random.chance(0.2);
  const body = callsSomebody ? `${written}\n\n@${pickMaintainer(moment)}, see?` : written;
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

/** A maintainer closes an issue with a word. */
export const closeIssue: Deed = (moment) => {
  const issue = pickIssue(moment, true);
  if (issue === undefined) {
    return undefined;
  }
  const actor = pickMaintainer(moment);
  const body = voiceFor(moment, thinkOfSubject(moment)).say(FAREWELLS.issue, actor);
  const fields = {
    closedAt: formatSeconds(moment.atMs),
    comments: [...issue.comments, newComment(actor, body, moment)],
  };
  const change = { actor, events: [{ event: 'closed' }], said: body, fields } as const;
  return changeThread({ kind: 'issue', thread: issue }, change, moment);
};

/** The author of an issue opens it again. */
export const reopenIssue: Deed = (moment) => {
  const issue = pickIssue(moment, false);
  const change = { events: [{ event: 'reopened' }], fields: { closedAt: null } } as const;
  return issue === undefined
    ? undefined
    : changeThread({ kind: 'issue', thread: issue }, { ...change, actor: issue.author }, moment);
};

/** An issue vanishes with all that was said in it, unless something else leads to it. */
export const deleteIssue: Deed = ({ content, random }) => {
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

/** Somebody says something in an open thread; often a maintainer, often to somebody. */
export const addComment: Deed = (moment) => {
  const { random, content } = moment;
  const open = openThreads(content).toSorted((a, b) => (a.thread.updatedAt < b.thread.updatedAt ? -1 : 1));
  if (open.length === 0) {
    return undefined;
  }
  const item = random.pick(open.slice(-RECENT_THREADS));
  const actor = random.chance(0.4) ? pickMaintainer(moment) : pickAuthor(moment).login;
  const said = speak(moment, item, actor);
  const comments = [...item.thread.comments, newComment(actor, said, moment)];
  return changeThread(item, { actor, said, fields: { comments } }, moment);
};

/** The author of a comment corrects it. */
export const editComment: Deed = (moment) => {
  const picked = pickComment(moment);
  if (picked === undefined) {
    return undefined;
  }
  const { item, comment } = picked;
  const said = `\n\nEdit: ${speak(moment, item, comment.author)}`;
  const comments = item.thread.comments.map((other) =>
    other === comment ? { ...comment, body: `${comment.body}${said}` } : other,
  );
  return changeThread(item, { actor: comment.author, said, fields: { comments } }, moment);
};

/** A maintainer takes a comment away, and its pictures with it. */
export const deleteComment: Deed = (moment) => {
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

/** A maintainer gives an open thread a label, or takes one away. */
export const labelThread: Deed = (moment) => {
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

/** A maintainer assigns an open thread to one of them. */
export const assignThread: Deed = (moment) => {
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

/** What somebody does to a thread. */
interface ThreadChange {
  readonly actor: string;
  readonly events?: readonly EventDetail[];
  /** A text that may call people by name. */
  readonly said?: string;
  readonly fields?: Partial<Pick<Issue, 'assignees' | 'closedAt' | 'comments' | 'labels'>>;
}

/** Changes a thread: what was done goes to its log, and it counts as updated. */
export function changeThread(item: ThreadOf, change: ThreadChange, moment: Moment): Outcome {
  const { content, atMs } = moment;
  const { actor, events = [], said, fields } = change;
  const edit = {
    ...fields,
    events: [...item.thread.events, ...logEvents(moment, actor, events, said)],
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

/** The number that the next thread takes. */
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

function speak(moment: Moment, { kind }: ThreadOf, speaker: string): string {
  const { random } = moment;
  const phrases =
    kind === 'issue' ? [...ANSWERS.question, ...REPLIES.issue] : [...ANSWERS.pull, ...REPLIES.pull];
  const said = voiceFor(moment, thinkOfSubject(moment)).say(phrases, speaker);
  const others = maintainersOf(moment).filter(({ login }) => login !== speaker);
  return others.length > 0 && random.chance(MENTION_SHARE) ? `@${random.pick(others).login} ${said}` : said;
}
