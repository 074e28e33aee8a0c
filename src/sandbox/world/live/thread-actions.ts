import { ANSWERS, CLOSING_COMMENTS, REPLIES } from '../text/phrases.table.ts';
import { writeIssueText } from '../text/text-writer.ts';
import { type Comment, type ThreadOf, threadsOf } from '../threads.ts';
import { formatSeconds } from '../timestamps.ts';
import {
  type Action,
  type ActionContext,
  changeAny,
  changeThread,
  createThread,
  createWriter,
  pickAuthor,
} from './action.ts';

/** Comments are added to one of this many newest open threads. */
const RECENT_THREADS = 20;
const MENTION_SHARE = 0.3;
/** What the author of a comment adds to it. */
const CORRECTION = '\n\nEdit: it was something else.';

export const openIssue: Action = (context) => {
  const { content, random } = context;
  const text = { ...writeIssueText(createWriter(context)), author: pickAuthor(context).login };
  const issue = createThread(context, text, [random.pick(content.labels).name]);
  return { ...content, issues: [...content.issues, issue] };
};

/** A maintainer closes an issue with a comment. */
export const closeIssue: Action = (context) => {
  const open = context.content.issues.filter((issue) => issue.closedAt === null);
  return changeAny(open, context, (issue) => {
    const actor = context.random.pick(context.maintainers).login;
    const text = createWriter(context).write(CLOSING_COMMENTS.issue, actor);
    const comments = [...issue.comments, newComment(actor, text, context)];
    const fields = { closedAt: formatSeconds(context.atMs), comments };
    return changeThread(issue, { actor, events: [{ event: 'closed' }], text, fields }, context);
  });
};

/** Adds a comment to an open thread, often by a maintainer and with a mention. */
export const addComment: Action = (context) => {
  const { random, maintainers } = context;
  const open = threadsOf(context.content)
    .filter(({ thread }) => thread.closedAt === null)
    .toSorted((a, b) => (a.thread.updatedAt < b.thread.updatedAt ? -1 : 1));
  return changeAny(open.slice(-RECENT_THREADS), context, (item) => {
    const { login: actor } = random.chance(0.4) ? random.pick(maintainers) : pickAuthor(context);
    const text = writeReply(context, item, actor);
    const comments = [...item.thread.comments, newComment(actor, text, context)];
    return changeThread(item.thread, { actor, text, fields: { comments } }, context);
  });
};

export const editComment: Action = (context) =>
  changeAny(commentsOf(context), context, ({ item, comment }) => {
    const comments = item.thread.comments.map((other) =>
      other === comment ? { ...comment, body: `${comment.body}${CORRECTION}` } : other,
    );
    return changeThread(item.thread, { actor: comment.author, fields: { comments } }, context);
  });

export const deleteComment: Action = (context) =>
  changeAny(commentsOf(context), context, ({ item: { thread }, comment }) => {
    const actor = context.random.pick(context.maintainers).login;
    const events = [{ event: 'comment_deleted', subjectLogin: comment.author }] as const;
    const comments = thread.comments.filter((other) => other !== comment);
    return changeThread(thread, { actor, events, fields: { comments } }, context);
  });

function newComment(author: string, body: string, { ids, atMs }: ActionContext): Comment {
  return { id: ids('comment', atMs), author, body, reactions: [], createdAt: formatSeconds(atMs) };
}

function commentsOf({ content }: ActionContext) {
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
