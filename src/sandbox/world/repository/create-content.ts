import { createRevision, type GitHistory, sign } from '../git/git-history.ts';
import type { Discussion, RepositoryContent } from '../repository-content.ts';
import { DISCUSSION_CATEGORIES } from '../text/phrases.table.ts';
import { createVoice, writeIssueBody } from '../text/voice.ts';
import { DAY_MS, formatSeconds, latestOf } from '../timestamps.ts';
import type { Repository } from '../world.ts';
import { fullNameOf } from '../world.ts';
import { createCommitComments } from './create-comments.ts';
import { createIssue } from './create-issue.ts';
import { createPullRequest } from './create-pull-request.ts';
import { createMilestones, createReleases, planReleases } from './create-releases.ts';
import {
  createCollaborators,
  createDeployKeys,
  createLabels,
  createProtectedBranches,
  createWebhooks,
} from './create-settings.ts';
import type { RepositoryPlan } from './plan-repositories.ts';
import { planThreads } from './plan-threads.ts';
import { leaderOf, type Scene } from './scene.ts';
import { simulateGit } from './simulate-git.ts';
import { createReactions, type RepositoryStory, UploadCollector } from './thread-context.ts';

const DISCUSSION_SHARE = 0.12;

/** Creates the content of a repository: first the plans, then the commits, then all texts. */
export function createContent(scene: Scene, plan: RepositoryPlan): RepositoryContent {
  if (plan.isEmpty) {
    return createEmptyContent(scene, plan);
  }
  const discussions = plan.hasDiscussions ? Math.ceil(plan.threadCount * DISCUSSION_SHARE) : 0;
  const threads = planThreads(scene, { threads: plan.threadCount, discussions });
  const releases = planReleases(scene);
  const { defaultBranch } = plan;
  const labels = createLabels(scene);
  const story: RepositoryStory = {
    scene,
    threads,
    releases,
    work: simulateGit(scene, { threads, releases, defaultBranch }),
    milestones: createMilestones(scene, releases),
    uploads: new UploadCollector(scene),
    labels: labels.map((label) => label.name),
  };
  const teams = plan.ownerType === 'Organization' ? ['maintainers'] : [];
  return {
    ...createEmptyContent(scene, plan),
    webhooks: createWebhooks(scene),
    deployKeys: createDeployKeys(scene),
    milestones: story.milestones,
    issues: threads.filter((thread) => thread.type === 'issue').map((thread) => createIssue(story, thread)),
    pullRequests: threads
      .filter((thread) => thread.type === 'pull_request')
      .map((thread) => createPullRequest(story, thread, defaultBranch)),
    commitComments: createCommitComments(story),
    releases: createReleases(scene, { releases, threads }, defaultBranch),
    attachments: story.uploads.attachments,
    files: story.uploads.files,
    discussions: createDiscussions(story),
    protectedBranches: plan.isProtected
      ? createProtectedBranches(scene, { branch: defaultBranch, teams })
      : [],
    git: story.work.history,
    wiki: plan.hasWiki ? createWiki(scene) : undefined,
  };
}

function createEmptyContent(scene: Scene, plan: RepositoryPlan): RepositoryContent {
  return {
    repository: fullNameOf(scene),
    labels: createLabels(scene),
    collaborators: createCollaborators(scene),
    webhooks: [],
    deployKeys: [],
    milestones: [],
    issues: [],
    pullRequests: [],
    commitComments: [],
    releases: [],
    attachments: [],
    files: [],
    hasDiscussions: plan.hasDiscussions,
    discussions: [],
    discussionCategories: DISCUSSION_CATEGORIES.map(([name, emoji, description]) => ({
      name,
      emoji,
      description,
    })),
    protectedBranches: [],
    stars: [],
    git: { defaultBranch: plan.defaultBranch, commits: [], refs: [], tags: [] },
    wiki: undefined,
  };
}

function createDiscussions({ scene, threads, labels }: RepositoryStory): readonly Discussion[] {
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

const WIKI_BRANCH = 'master';

/** The repository of the wiki: a home page and a glossary. */
function createWiki(scene: Scene): GitHistory {
  const { theme, name, beginMs } = scene;
  const leader = leaderOf(scene);
  const words = theme.objects.map((object) => `* **${object}**: what ${name} works on`);
  const home = createRevision({
    parents: [],
    changes: [
      { path: 'Home.md', text: `# Welcome to ${name}\n\n${theme.description}.\n\nSee [[Glossary]].\n` },
    ],
    author: sign(leader, beginMs + DAY_MS),
    message: 'Initial Home page',
  });
  const glossary = createRevision({
    parents: [home],
    changes: [{ path: 'Glossary.md', text: `# Glossary\n\n${words.join('\n')}\n` }],
    author: sign(leader, beginMs + 9 * DAY_MS),
    message: 'Explain the words',
  });
  return {
    defaultBranch: WIKI_BRANCH,
    commits: [home.commit, glossary.commit],
    refs: [{ name: `refs/heads/${WIKI_BRANCH}`, sha: glossary.commit.sha }],
    tags: [],
  };
}

/** Creates the record of a repository; its counts are derived from the content. */
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
