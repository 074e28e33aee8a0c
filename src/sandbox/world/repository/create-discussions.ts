import type { Discussion, DiscussionCategory } from '../repository-content.ts';
import { DISCUSSION_CATEGORIES } from '../text/comment-phrases.table.ts';
import { writeIssueBody } from '../text/issue-text.ts';
import { createVoice } from '../text/voice.ts';
import { formatSeconds } from '../timestamps.ts';
import { createReactions } from './create-reactions.ts';
import type { RepositoryStory } from './thread-context.ts';

/** The categories that every repository has, used or not. */
export function createDiscussionCategories(): readonly DiscussionCategory[] {
  return DISCUSSION_CATEGORIES.map(([name, emoji, description]) => ({ name, emoji, description }));
}

/** Writes the discussions that were planned. */
export function createDiscussions({ scene, threads, labels }: RepositoryStory): readonly Discussion[] {
  const { random } = scene;
  return threads
    .filter((plan) => plan.type === 'discussion')
    .map((plan): Discussion => {
      const voice = createVoice({
        subject: plan.subject,
        random,
        mentionable: scene.maintainers.map((person) => person.login),
        olderNumbers: threads.filter((other) => other.number < plan.number).map((other) => other.number),
        commits: [],
        version: 'the last release',
      });
      return {
        number: plan.number,
        author: plan.author.login,
        title: plan.subject.title,
        body: writeIssueBody(voice),
        category: random.pick(DISCUSSION_CATEGORIES)[0],
        labels: random.chance(0.3) ? [random.pick(labels)] : [],
        reactions: createReactions(scene, plan.createdMs, 1),
        createdAt: formatSeconds(plan.createdMs),
        updatedAt: formatSeconds(plan.createdMs),
      };
    });
}
