import type { CommitComment } from '../repository-content.ts';
import { COMMIT_REMARKS } from '../text/comment-phrases.table.ts';
import { createSubject } from '../text/create-subject.ts';
import { createVoice } from '../text/voice.ts';
import { formatSeconds, HOUR_MS } from '../timestamps.ts';
import { createReactions } from './create-reactions.ts';
import { pickWriter } from './scene.ts';
import type { RepositoryStory } from './thread-context.ts';

const COMMENTED_SHARE = 0.2;

/** Remarks on commits that went to the default branch without a pull request, some of them at a line. */
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
        body: voice.say(COMMIT_REMARKS),
        path: isAtLine ? change.path : null,
        position: isAtLine ? position : null,
        commitId: change.sha,
        reactions: createReactions(scene, timeMs, 0.2),
        createdAt: formatSeconds(timeMs),
      };
    });
}
