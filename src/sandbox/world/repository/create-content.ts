import type { RepositoryContent } from '../repository-content.ts';
import { createCommitComments } from './create-commit-comments.ts';
import { createDiscussionCategories, createDiscussions } from './create-discussions.ts';
import { createIssue } from './create-issue.ts';
import { createMilestones } from './create-milestones.ts';
import { createPullRequest } from './create-pull-request.ts';
import { createReleases } from './create-releases.ts';
import {
  createCollaborators,
  createDeployKeys,
  createLabels,
  createProtectedBranches,
  createWebhooks,
} from './create-settings.ts';
import { createWiki } from './create-wiki.ts';
import { planReleases } from './plan-releases.ts';
import type { RepositoryPlan } from './plan-repositories.ts';
import { planThreads } from './plan-threads.ts';
import { fullNameOf, type Scene } from './scene.ts';
import { simulateGit } from './simulate-git.ts';
import type { RepositoryStory } from './thread-context.ts';
import { createUploadDesk } from './upload-desk.ts';

const DISCUSSION_SHARE = 0.12;

/** Tells the whole story of a repository: first the plans, then the commits, then what people wrote. */
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
    uploads: createUploadDesk(scene),
    labels: labels.map((label) => label.name),
  };
  const teams = plan.ownerType === 'Organization' ? ['maintainers'] : [];
  return {
    ...createEmptyContent(scene, plan),
    webhooks: createWebhooks(scene),
    deployKeys: createDeployKeys(scene),
    milestones: story.milestones.milestones,
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
    discussionCategories: createDiscussionCategories(),
    protectedBranches: [],
    git: { defaultBranch: plan.defaultBranch, commits: [], refs: [], tags: [] },
    wiki: undefined,
  };
}
