import { pickCount, pickEarlyMs } from '../random-picks.ts';
import type { CommitComment } from '../repository-content.ts';
import * as texts from '../text/phrases.table.ts';
import { createSubject, createTextWriter } from '../text/text-writer.ts';
import type { Comment } from '../threads.ts';
import { DAY_MS, formatSeconds, HOUR_MS, MINUTE_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import { pickWriter } from './project.ts';
import {
  createReactions,
  type RepositoryBasis,
  type ThreadContext,
  withBrowserNewlines,
} from './thread-context.ts';

const AVERAGE_COMMENTS = 2.4;
const PICTURE_SHARE = 0.05;

interface CommentDraft {
  readonly author: Person;
  readonly phrases: readonly string[];
}

/** Writes the comments of a thread, and logs their mentions. */
export function createComments(context: ThreadContext): readonly Comment[] {
  const { random } = context;
  const latestMs = Math.min(context.lastMs, context.createdMs + 120 * DAY_MS);
  const moments = Array.from({ length: pickCount(AVERAGE_COMMENTS, random) }, () =>
    pickEarlyMs(Math.min(context.createdMs + 5 * MINUTE_MS, latestMs), latestMs, random),
  ).toSorted((a, b) => a - b);
  return moments.map((timeMs, index) => {
    const draft = index === 0 ? draftAnswer(context) : draftComment(context);
    return createComment(context, { ...draft, timeMs });
  });
}

export function createClosingComment(context: ThreadContext, author: Person, timeMs: number): Comment {
  const { issue, pull } = texts.CLOSING_COMMENTS;
  return createComment(context, { author, phrases: context.type === 'issue' ? issue : pull, timeMs });
}

function draftAnswer(context: ThreadContext): CommentDraft {
  const { project, author, random } = context;
  const others = project.maintainers.filter((person) => person !== author);
  const people = others.length > 0 ? others : project.maintainers;
  return { author: random.pick(people), phrases: answersTo(context) };
}

function answersTo({ type, writer }: ThreadContext): readonly string[] {
  if (type === 'pull_request') {
    return texts.ANSWERS.pull;
  }
  const { kind } = writer.subject;
  if (kind === 'bug' || kind === 'performance') {
    return texts.ANSWERS.bug;
  }
  return kind === 'feature' || kind === 'chore' ? texts.ANSWERS.feature : texts.ANSWERS.question;
}

function draftComment(context: ThreadContext): CommentDraft {
  const { project, author, random } = context;
  if (author !== undefined && !author.isBot && random.chance(0.45)) {
    return { author, phrases: context.type === 'issue' ? texts.REPLIES.issue : texts.REPLIES.pull };
  }
  return random.chance(0.3)
    ? { author: pickWriter(project), phrases: answersTo(context) }
    : draftAnswer(context);
}

function createComment(context: ThreadContext, draft: CommentDraft & { readonly timeMs: number }): Comment {
  const { project, uploads, random, writer, log, number, type } = context;
  const { author, phrases, timeMs } = draft;
  const id = project.ids('comment', timeMs);
  const said = writer.write(phrases, author.login);
  const parent = { type, number, commentId: id };
  const withPicture = random.chance(PICTURE_SHARE)
    ? `${said}\n\n${uploads.addPicture({ author, timeMs, parent })}`
    : said;
  log.addMentions(timeMs, withPicture);
  return {
    id,
    author: author.login,
    body: withBrowserNewlines(withPicture, random),
    reactions: createReactions(project, timeMs, 0.35),
    createdAt: formatSeconds(timeMs),
  };
}

const COMMENTED_SHARE = 0.2;

/** Comments on commits that were pushed to the default branch, some of them at a line. */
export function createCommitComments({ project, work, releases }: RepositoryBasis): readonly CommitComment[] {
  const { random } = project;
  return work.mainChanges
    .filter((_, index) => index === 0 || random.chance(COMMENTED_SHARE))
    .map((change): CommitComment => {
      const author = pickWriter(project);
      const timeMs = Math.min(project.endMs, change.timeMs + random.integer(1, 48) * HOUR_MS);
      const writer = createTextWriter({
        subject: createSubject(project.theme, random),
        random,
        mentionable: [author.login],
        version: releases.find((release) => release.timeMs > change.timeMs)?.version ?? 'the next release',
      });
      const position = change.hunk.lines.findIndex((line) => line.text.startsWith('+')) + 1;
      const isAtLine = random.chance(0.4);
      return {
        id: project.ids('comment', timeMs),
        author: author.login,
        body: writer.write(texts.REMARKS.commit),
        path: isAtLine ? change.path : null,
        position: isAtLine ? position : null,
        commitId: change.sha,
        reactions: createReactions(project, timeMs, 0.2),
        createdAt: formatSeconds(timeMs),
      };
    });
}
