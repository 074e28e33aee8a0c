import { pickCount, pickEarlyMs } from '../chance.ts';
import type { CommitComment } from '../repository-content.ts';
import { ANSWERS, BOT_NOTES, FAREWELLS, MAIL_ANSWERS, REMARKS, REPLIES } from '../text/phrases.table.ts';
import { createSubject, createVoice } from '../text/voice.ts';
import type { Comment } from '../threads.ts';
import { DAY_MS, formatSeconds, HOUR_MS, MINUTE_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import { pickWriter } from './scene.ts';
import { createReactions, type RepositoryStory, type ThreadContext, typeOnWeb } from './thread-context.ts';

const AVERAGE_COMMENTS = 2.4;
const PICTURE_SHARE = 0.05;
const QUIET_MS = 30 * DAY_MS;

interface Speech {
  readonly author: Person;
  readonly phrases: readonly string[];
  readonly formatter?: 'email';
}

/** Writes the comments of a thread, and logs their mentions. */
export function createComments(context: ThreadContext): readonly Comment[] {
  const { random } = context.voice;
  const latestMs = Math.min(context.lastMs, context.createdMs + 120 * DAY_MS);
  const moments = Array.from({ length: pickCount(AVERAGE_COMMENTS, random) }, () =>
    pickEarlyMs(Math.min(context.createdMs + 5 * MINUTE_MS, latestMs), latestMs, random),
  ).toSorted((a, b) => a - b);
  return moments.map((timeMs, index) => {
    const quietMs = timeMs - (moments[index - 1] ?? context.createdMs);
    const isFirst = index === 0;
    const speech =
      pickBotSpeech(context, { quietMs, isFirst }) ?? (isFirst ? answer(context) : pickSpeech(context));
    return createComment(context, { ...speech, timeMs });
  });
}

/** The comment of a maintainer who closes a thread. */
export function createFarewell(context: ThreadContext, author: Person, timeMs: number): Comment {
  const phrases = context.type === 'issue' ? FAREWELLS.issue : FAREWELLS.pull;
  return createComment(context, { author, phrases, timeMs });
}

/** A bot reports on new changes, and on threads without recent comments. */
function pickBotSpeech(
  { type, story, voice }: ThreadContext,
  moment: { readonly quietMs: number; readonly isFirst: boolean },
): Speech | undefined {
  const bot = story.scene.bots.at(-1);
  const isPull = type === 'pull_request';
  const hasReason = isPull ? moment.isFirst : moment.quietMs > QUIET_MS;
  return bot !== undefined && hasReason && voice.random.chance(0.2)
    ? { author: bot, phrases: isPull ? BOT_NOTES.pull : BOT_NOTES.quiet }
    : undefined;
}

function answer(context: ThreadContext): Speech {
  const { story, author, voice } = context;
  const others = story.scene.maintainers.filter((person) => person !== author);
  const people = others.length > 0 ? others : story.scene.maintainers;
  return { author: voice.random.pick(people), phrases: answersTo(context) };
}

function answersTo({ type, voice }: ThreadContext): readonly string[] {
  if (type === 'pull_request') {
    return ANSWERS.pull;
  }
  const { kind } = voice.subject;
  if (kind === 'bug' || kind === 'performance') {
    return ANSWERS.bug;
  }
  return kind === 'feature' || kind === 'chore' ? ANSWERS.feature : ANSWERS.question;
}

function pickSpeech(context: ThreadContext): Speech {
  const { story, author, voice } = context;
  const { random } = voice;
  if (random.chance(0.05)) {
    return { author: pickWriter(story.scene), phrases: MAIL_ANSWERS, formatter: 'email' };
  }
  if (author !== undefined && !author.isBot && random.chance(0.45)) {
    return { author, phrases: context.type === 'issue' ? REPLIES.issue : REPLIES.pull };
  }
  return random.chance(0.3)
    ? { author: pickWriter(story.scene), phrases: answersTo(context) }
    : answer(context);
}

function createComment(context: ThreadContext, speech: Speech & { readonly timeMs: number }): Comment {
  const { story, voice, log, number, type } = context;
  const { author, phrases, formatter = 'markdown', timeMs } = speech;
  const { scene, uploads } = story;
  const id = scene.ids('comment', timeMs);
  const said = voice.say(phrases, author.login);
  const parent = { type: 'issue_comment', threadType: type, number, commentId: id } as const;
  const withPicture =
    formatter === 'markdown' && voice.random.chance(PICTURE_SHARE)
      ? `${said}\n\n${uploads.addPicture({ author, timeMs, parent })}`
      : said;
  log.addMentions(timeMs, withPicture);
  return {
    id,
    author: author.login,
    body: formatter === 'email' ? withPicture : typeOnWeb(withPicture, voice.random),
    formatter,
    reactions: createReactions(scene, timeMs, 0.35),
    createdAt: formatSeconds(timeMs),
  };
}

const COMMENTED_SHARE = 0.2;

/** Comments on commits that were pushed to the default branch, some of them at a line. */
export function createCommitComments({ scene, work, releases }: RepositoryStory): readonly CommitComment[] {
  const { random } = scene;
  return work.mainChanges
    .filter((_, index) => index === 0 || random.chance(COMMENTED_SHARE))
    .map((change): CommitComment => {
      const author = pickWriter(scene);
      const timeMs = Math.min(scene.endMs, change.timeMs + random.integer(1, 48) * HOUR_MS);
      const voice = createVoice({
        subject: createSubject(scene.theme, random),
        random,
        mentionable: [author.login],
        commits: [],
        olderNumbers: [],
        version: releases.find((release) => release.timeMs > change.timeMs)?.version ?? 'the next release',
      });
      const position = change.hunk.lines.findIndex((line) => line.text.startsWith('+')) + 1;
      const isAtLine = random.chance(0.4);
      return {
        id: scene.ids('comment', timeMs),
        author: author.login,
        body: voice.say(REMARKS.commit),
        path: isAtLine ? change.path : null,
        position: isAtLine ? position : null,
        commitId: change.sha,
        reactions: createReactions(scene, timeMs, 0.2),
        createdAt: formatSeconds(timeMs),
      };
    });
}
