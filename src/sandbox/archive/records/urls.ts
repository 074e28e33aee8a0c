/** Addresses of records, which are their keys. Repositories are given as `owner/name`. */
export type Urls = ReturnType<typeof createUrls>;

/** Where bytes are inside the archive. Names stand there as they are, nothing is percent-encoded. */
export const TARBALL_ROOT = 'tarball://root';

/** Spells the addresses of records below one web address. */
export function createUrls(webUrl: string) {
  const repository = (name: string) => `${webUrl}/${name}`;
  const issue = (name: string, number: number) => `${repository(name)}/issues/${number}`;
  const pullRequest = (name: string, number: number) => `${repository(name)}/pull/${number}`;
  return {
    account: (login: string) => `${webUrl}/${login}`,
    team: (organization: string, slug: string) => `${webUrl}/orgs/${organization}/teams/${slug}`,
    repository,
    label: (name: string, label: string) => `${repository(name)}/labels/${encodeURIComponent(label)}`,
    milestone: (name: string, number: number) => `${repository(name)}/milestones/${number}`,
    issue,
    pullRequest,
    issueComment: (thread: string, id: number) => `${thread}#issuecomment-${id}`,
    issueEvent: (thread: string, id: number) => `${thread}#event-${id}`,
    review: (pull: string, id: number) => `${pull}/files#pullrequestreview-${id}`,
    reviewThread: (pull: string, id: number) => `${pull}/files#pullrequestreviewthread-${id}`,
    reviewComment: (pull: string, id: number) => `${pull}/files#r${id}`,
    commitComment: (name: string, sha: string, id: number) =>
      `${repository(name)}/commit/${sha}#commitcomment-${id}`,
    release: (name: string, slug: string) => `${repository(name)}/releases/tag/${slug}`,
    protectedBranch: (name: string, branch: string) => `${repository(name)}/settings/branches/${branch}`,
    discussion: (name: string, number: number) => `${repository(name)}/discussions/${number}`,
    discussionCategory: (name: string, category: string) =>
      `${repository(name)}/discussion_categories/${encodeURIComponent(category)}`,
  };
}
