import { createRevision, type GitHistory, sign } from '../git/git-history.ts';
import type { Discussion, RepositoryContent } from '../repository-content.ts';
import { DISCUSSION_CATEGORIES } from '../text/phrases.table.ts';
import { createTextWriter, writeIssueBody } from '../text/text-writer.ts';
import { DAY_MS, formatSeconds, latestOf } from '../timestamps.ts';
import type { Repository } from '../world.ts';
import { fullNameOf } from '../world.ts';
import { createCommitComments } from './create-comments.ts';
import { createIssue } from './create-issue.ts';
import { createPullRequest } from './create-pull-request.ts';
import { createMilestones, createReleases, planReleases } from './create-releases.ts';
import * as settings from './create-settings.ts';
import type { RepositoryPlan } from './plan-repositories.ts';
import { planThreads } from './plan-threads.ts';
import { leaderOf, type Project } from './project.ts';
import { MAX_CONSIDERED, simulateGit } from './simulate-git.ts';
import {
  createReactions,
  linkThreads,
  olderNumbers,
  type RepositoryBasis,
  UploadCollector,
} from './thread-context.ts';

/** Creates the content of a repository: first the plans, then the commits, then all texts. */
export function createContent(project: Project): RepositoryContent {
  if (project.isEmpty) {
    return createEmptyContent(project);
  }
  const threads = planThreads(project);
  const releases = planReleases(project);
  const labels = settings.createLabels(project);
  const work = simulateGit(project, threads, releases);
  const basis: RepositoryBasis = {
    project,
    threads,
    releases,
    work,
    links: linkThreads(threads, work),
    milestones: createMilestones(project, releases),
    uploads: new UploadCollector(project),
    labels: labels.map((label) => label.name),
  };
  return {
    ...createEmptyContent(project),
    isEmpty: false,
    webhooks: settings.createWebhooks(project),
    deployKeys: settings.createDeployKeys(project),
    milestones: basis.milestones,
    issues: threads.filter((thread) => thread.type === 'issue').map((thread) => createIssue(basis, thread)),
    pullRequests: threads
      .filter((thread) => thread.type === 'pull_request')
      .map((thread) => createPullRequest(basis, thread)),
    commitComments: createCommitComments(basis),
    releases: createReleases(project, releases, threads),
    attachments: basis.uploads.attachments,
    files: basis.uploads.files,
    discussions: createDiscussions(basis),
    protectedBranches: project.isProtected ? settings.createProtectedBranches(project) : [],
    git: basis.work.history,
    wiki: project.hasWiki ? createWiki(project) : undefined,
  };
}

function createEmptyContent(project: Project): RepositoryContent {
  return {
    repository: fullNameOf(project),
    isEmpty: true,
    labels: settings.createLabels(project),
    collaborators: settings.createCollaborators(project),
    webhooks: [],
    deployKeys: [],
    milestones: [],
    issues: [],
    pullRequests: [],
    commitComments: [],
    releases: [],
    attachments: [],
    files: [],
    hasDiscussions: project.hasDiscussions,
    discussions: [],
    protectedBranches: [],
    stars: [],
    git: { defaultBranch: project.defaultBranch, commits: [], refs: [], tags: [] },
    wiki: undefined,
  };
}

function createDiscussions(basis: RepositoryBasis): readonly Discussion[] {
  const { project, threads, labels } = basis;
  const { random } = project;
  return threads
    .filter((plan) => plan.type === 'discussion')
    .map((plan): Discussion => {
      const writer = createTextWriter({
        subject: plan.subject,
        random,
        mentionable: project.maintainers.map((person) => person.login),
        olderNumbers: olderNumbers(basis, plan, MAX_CONSIDERED),
        version: 'the last release',
      });
      return {
        number: plan.number,
        author: plan.author.login,
        title: plan.subject.title,
        body: writeIssueBody(writer),
        category: random.pick(DISCUSSION_CATEGORIES).name,
        labels: random.chance(0.3) ? [random.pick(labels)] : [],
        reactions: createReactions(project, plan.createdMs, 1),
        createdAt: formatSeconds(plan.createdMs),
        updatedAt: formatSeconds(plan.createdMs),
      };
    });
}

const WIKI_BRANCH = 'master';

/** The repository of the wiki: a home page and a glossary. */
function createWiki(project: Project): GitHistory {
  const { theme, name, beginMs } = project;
  const leader = leaderOf(project);
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

/** The fields of a repository that follow from its work. */
export type WorkSummary = Pick<
  Repository,
  'homepage' | 'openIssues' | 'pushedAt' | 'sizeKilobytes' | 'stars' | 'updatedAt'
>;

/** The fields of a repository that are known before its work. */
export function outlineRepository(
  plan: RepositoryPlan,
  place: Pick<Repository, 'id' | 'owner'>,
): Omit<Repository, keyof WorkSummary> {
  const { name, ownerType, theme, description, isEmpty, isPrivate, isArchived, defaultBranch } = plan;
  const themed = isEmpty ? null : theme.description;
  return {
    ...place,
    ownerType,
    name,
    description: description === undefined ? themed : description,
    isPrivate,
    isFork: false,
    isArchived,
    language: isEmpty ? null : theme.language,
    topics: plan.topics ?? (isEmpty ? [] : theme.topics),
    defaultBranch,
    createdAt: formatSeconds(plan.beginMs),
  };
}

/** The fields that are derived from the content, which must be complete. */
export function summarizeWork(project: Project, content: RepositoryContent): WorkSummary {
  const { random, theme, beginMs, isPrivate } = project;
  const threads = [...content.issues, ...content.pullRequests];
  const lastCommit = content.git.commits.at(-1);
  const pushedAt = formatSeconds(
    lastCommit === undefined ? beginMs : lastCommit.committer.timeSeconds * 1_000,
  );
  const texts = content.git.commits.flatMap((commit) => commit.changes.map((change) => change.text.length));
  return {
    homepage: random.pick([null, '', `https://${theme.name}.example.org`]),
    sizeKilobytes: Math.ceil(texts.reduce((sum, length) => sum + length, 0) / 4_096),
    stars: isPrivate ? 0 : random.integer(0, 40 + threads.length * 8),
    openIssues: threads.filter((thread) => thread.closedAt === null).length,
    updatedAt: latestOf(
      pushedAt,
      threads.map((thread) => thread.updatedAt),
    ),
    pushedAt,
  };
}
