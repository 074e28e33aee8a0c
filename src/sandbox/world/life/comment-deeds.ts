import type { ThreadOf } from '../activity/activity-event.ts';
import { ANSWERS, REPLIES } from '../text/comment-phrases.table.ts';
import type { Comment } from '../threads.ts';
import { formatSeconds } from '../timestamps.ts';
import { maintainersOf, pickAuthor, thinkOfSubject, voiceFor } from './cast.ts';
import type { Deed, Moment } from './moment.ts';
import { changeThread, threadNotice, threadOutcome, threadsOf } from './thread-change.ts';

/** Talk is about what is new: one of so many open threads. */
const RECENT_THREADS = 20;
const MENTION_SHARE = 0.3;

/** Somebody says something in an open thread; often a maintainer, often to somebody. */
export const addComment: Deed = (moment) => {
  const { random, ids, atMs } = moment;
  const open = threadsOf(moment.content)
    .filter(({ thread }) => thread.closedAt === null)
    .toSorted((a, b) => (a.thread.updatedAt < b.thread.updatedAt ? -1 : 1));
  if (open.length === 0) {
    return undefined;
  }
  const item = random.pick(open.slice(-RECENT_THREADS));
  const author = random.chance(0.4) ? random.pick(maintainersOf(moment)) : pickAuthor(moment);
  const body = speak(moment, item, author.login);
  const comment: Comment = {
    id: ids('comment', atMs),
    author: author.login,
    body,
    formatter: 'markdown',
    reactions: [],
    createdAt: formatSeconds(atMs),
  };
  const changed = changeThread(item, { actor: author.login, said: body, comment }, moment);
  const detail = { type: 'IssueCommentEvent', thread: changed.item, comment } as const;
  return threadOutcome(changed, moment, { actor: author.login, details: [detail] });
};

/** Whoever wrote a comment corrects it. Nobody is told; only the text and the thread's date change. */
export const editComment: Deed = (moment) => {
  const picked = pickComment(moment);
  if (picked === undefined) {
    return undefined;
  }
  const { item, comment } = picked;
  const edited = { ...comment, body: `${comment.body}\n\nEdit: ${speak(moment, item, comment.author)}` };
  const comments = item.thread.comments.map((other) => (other.id === comment.id ? edited : other));
  const changed = changeThread(
    item,
    { actor: comment.author, said: edited.body.slice(comment.body.length), fields: { comments } },
    moment,
  );
  return { ...threadOutcome(changed, moment, { actor: comment.author, details: [] }), notices: [] };
};

/** A maintainer takes a comment away, and its pictures with it. */
export const deleteComment: Deed = (moment) => {
  const picked = pickComment(moment);
  if (picked === undefined) {
    return undefined;
  }
  const { item, comment } = picked;
  const actor = moment.random.pick(maintainersOf(moment)).login;
  const comments = item.thread.comments.filter((other) => other.id !== comment.id);
  const events = [{ event: 'comment_deleted', subjectLogin: comment.author }] as const;
  const changed = changeThread(item, { actor, events, fields: { comments } }, moment);
  const { content } = threadOutcome(changed, moment, { actor, details: [] });
  const attachments = content.attachments.filter(
    ({ parent }) => parent.type !== 'issue_comment' || parent.commentId !== comment.id,
  );
  return {
    content: { ...content, attachments },
    withdraws: ({ detail }) => detail.type === 'IssueCommentEvent' && detail.comment.id === comment.id,
    notices: [threadNotice(changed.item, moment, { type: 'correction', actor, mentioned: [] })],
  };
};

function speak(moment: Moment, { kind }: ThreadOf, speaker: string): string {
  const { random } = moment;
  const phrases =
    kind === 'issue' ? [...ANSWERS.question, ...REPLIES.issue] : [...ANSWERS.pull, ...REPLIES.pull];
  const said = voiceFor(moment, thinkOfSubject(moment)).say(phrases, speaker);
  const others = maintainersOf(moment).filter(({ login }) => login !== speaker);
  return others.length > 0 && random.chance(MENTION_SHARE) ? `@${random.pick(others).login} ${said}` : said;
}

function pickComment(moment: Moment): { readonly item: ThreadOf; readonly comment: Comment } | undefined {
  const all = threadsOf(moment.content).flatMap((item) =>
    item.thread.comments.map((comment) => ({ item, comment })),
  );
  return all.length === 0 ? undefined : moment.random.pick(all);
}
