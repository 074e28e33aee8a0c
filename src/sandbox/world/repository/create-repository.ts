import type { RepositoryContent } from '../repository-content.ts';
import { formatSeconds, latestOf } from '../timestamps.ts';
import type { Repository } from '../world.ts';
import type { RepositoryPlan } from './plan-repositories.ts';
import type { Scene } from './scene.ts';

/** Describes a repository as the API and archives do, its figures taken from what is in it. */
export function createRepository(scene: Scene, plan: RepositoryPlan, content: RepositoryContent): Repository {
  const { random, theme, beginMs } = scene;
  const threads = [...content.issues, ...content.pullRequests];
  const lastCommit = content.git.commits.at(-1);
  const themed = plan.isEmpty ? null : theme.description;
  const pushedAt = formatSeconds(
    lastCommit === undefined ? beginMs : lastCommit.committer.timeSeconds * 1_000,
  );
  const texts = content.git.commits.flatMap((commit) => commit.changes.map((change) => change.text.length));
  return {
    id: scene.ids('repository', beginMs),
    owner: scene.owner,
    ownerType: plan.ownerType,
    name: scene.name,
    description: plan.description === undefined ? themed : plan.description,
    homepage: random.pick([null, '', `https://${theme.name}.example.org`]),
    isPrivate: plan.isPrivate,
    isFork: false,
    isArchived: plan.isArchived,
    language: plan.isEmpty ? null : theme.language,
    topics: plan.topics ?? (plan.isEmpty ? [] : theme.topics),
    defaultBranch: plan.defaultBranch,
    sizeKilobytes: Math.ceil(texts.reduce((sum, length) => sum + length, 0) / 4_096),
    stars: plan.isPrivate ? 0 : random.integer(0, 40 + threads.length * 8),
    openIssues: threads.filter((thread) => thread.closedAt === null).length,
    createdAt: formatSeconds(beginMs),
    updatedAt: latestOf(
      pushedAt,
      threads.map((thread) => thread.updatedAt),
    ),
    pushedAt,
  };
}
