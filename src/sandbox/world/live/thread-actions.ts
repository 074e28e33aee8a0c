import type { RepositoryContent } from '../repository-content.ts';
import { ANSWERS, CLOSING_COMMENTS, REPLIES } from '../text/phrases.table.ts';
import { writeIssueText } from '../text/text-writer.ts';
import { type Comment, type ThreadOf, threadsOf } from '../threads.ts';
import { formatSeconds } from '../timestamps.ts';
import {
  type Action,
  type ActionContext,
  changeThread,
  createThread,
  createWriter,
  nextNumber,
  pickAny,
  pickAuthor,
  pickMaintainer,
} from './action.ts';

/** Comments are added to one of this many newest open threads. */
const RECENT_THREADS = 20;
const MENTION_SHARE = 0.3;

/** Opens an issue that may mention a maintainer. */
export const openIssue: Action = (context) => {
  const { content, random } = context;
  const author = pickAuthor(context).login;
  const { title, body: written } = writeIssueText(createWriter(context));
  const hasMention = written !== null && random.chance(0.2);
  const body = hasMention ? `${written}\n\n@${pickMaintainer(context)}, see?` : written;
  const issue = createThread(context, { author, title, body }, random.pick(content.labels).name);
  return { ...content, issues: [...content.issues, issue] };
};

/** A maintainer closes an issue with a comment. */
export const closeIssue: Action = (context) => {
  const open = context.content.issues.filter((issue) => issue.closedAt === null);
  return change(open, context, (issue) => {
    const actor = pickMaintainer(context);
    const text = createWriter(context).write(CLOSING_COMMENTS.issue, actor);
    const comments = [...issue.comments, newComment(actor, text, context)];
    const fields = { closedAt: formatSeconds(context.atMs), comments };
    return changeThread(issue, { actor, events: [{ event: 'closed' }], text, fields }, context);
  });
};

/** The author of an issue reopens it. */
export const reopenIssue: Action = (context) => {
  const closed = context.content.issues.filter((issue) => issue.closedAt !== null);
  return change(closed, context, (issue) => {
    const events = [{ event: 'reopened' }] as const;
    return changeThread(issue, { actor: issue.author, events, fields: { closedAt: null } }, context);
  });
};

/** Deletes an issue, unless other records refer to it. */
export const deleteIssue: Action = (context) => {
  const { content } = context;
  const linked = new Set([
    ...content.pullRequests.flatMap(({ closes }) => closes.map(({ number }) => number)),
    ...threadsOf(content).flatMap(({ thread }) =>
      thread.events.flatMap((event) => ('subjectNumber' in event ? [event.subjectNumber] : [])),
    ),
  ]);
  const last = nextNumber(content) - 1;
  const candidates = content.issues.filter(({ number }) => !linked.has(number) && number < last);
  return change(candidates, context, (issue) => ({
    ...content,
    issues: content.issues.filter((other) => other !== issue),
  }));
};

/** Adds a comment to an open thread, often by a maintainer and with a mention. */
export const addComment: Action = (context) => {
  const open = openThreads(context.content).toSorted((a, b) =>
    a.thread.updatedAt < b.thread.updatedAt ? -1 : 1,
  );
  return change(open.slice(-RECENT_THREADS), context, (item) => {
    const actor = context.random.chance(0.4) ? pickMaintainer(context) : pickAuthor(context).login;
    const text = writeReply(context, item, actor);
    const comments = [...item.thread.comments, newComment(actor, text, context)];
    return changeThread(item.thread, { actor, text, fields: { comments } }, context);
  });
};

/** The author of a comment edits it. */
export const editComment: Action = (context) =>
  change(commentsOf(context.content), context, ({ item, comment }) => {
    const text = `\n\nEdit: ${writeReply(context, item, comment.author)}`;
    const comments = item.thread.comments.map((other) =>
      other === comment ? { ...comment, body: `${comment.body}${text}` } : other,
    );
    return changeThread(item.thread, { actor: comment.author, text, fields: { comments } }, context);
  });

/** A maintainer deletes a comment. */
export const deleteComment: Action = (context) =>
  change(commentsOf(context.content), context, ({ item: { thread }, comment }) => {
    const actor = pickMaintainer(context);
    const events = [{ event: 'comment_deleted', subjectLogin: comment.author }] as const;
    const comments = thread.comments.filter((other) => other !== comment);
    return changeThread(thread, { actor, events, fields: { comments } }, context);
  });

/** A maintainer assigns an open thread to a maintainer. */
export const assignThread: Action = (context) => {
  const login = pickMaintainer(context);
  const threads = openThreads(context.content).filter(({ thread }) => !thread.assignees.includes(login));
  return change(threads, context, ({ thread }) => {
    const actor = pickMaintainer(context);
    const events = [{ event: 'assigned', subjectLogin: login }] as const;
    return changeThread(
      thread,
      { actor, events, fields: { assignees: [...thread.assignees, login] } },
      context,
    );
  });
};

/** Changes a random item; undefined if there is none. */
function change<Item>(
  items: readonly Item[],
  context: ActionContext,
  apply: (item: Item) => RepositoryContent,
): RepositoryContent | undefined {
  const item = pickAny(items, context);
  return item === undefined ? undefined : apply(item);
}

function newComment(author: string, body: string, { ids, atMs }: ActionContext): Comment {
  const createdAt = formatSeconds(atMs);
  return { id: ids('comment', atMs), author, body, formatter: 'markdown', reactions: [], createdAt };
}

function openThreads(content: RepositoryContent): readonly ThreadOf[] {
  return threadsOf(content).filter(({ thread }) => thread.closedAt === null);
}

function commentsOf(content: RepositoryContent) {
  return threadsOf(content).flatMap((item) => item.thread.comments.map((comment) => ({ item, comment })));
}

function writeReply(context: ActionContext, { kind }: ThreadOf, author: string): string {
  const { random, maintainers } = context;
  const phrases =
    kind === 'issue' ? [...ANSWERS.question, ...REPLIES.issue] : [...ANSWERS.pull, ...REPLIES.pull];
  const text = createWriter(context).write(phrases, author);
  const others = maintainers.filter(({ login }) => login !== author);
  return others.length > 0 && random.chance(MENTION_SHARE) ? `@${random.pick(others).login} ${text}` : text;
}
