import { invariant } from '../../../base/index.ts';
import {
  type Commit,
  createRevision,
  EMPTY_TREE,
  filesOf,
  firstParents,
  type GitHistory,
  type Revision,
  sign,
  tipOf,
} from '../git/git-history.ts';
import type { Release } from '../repository-content.ts';
import { PULL_BODIES, REVIEW_BODIES } from '../text/phrases.table.ts';
import { branchNameOf } from '../text/text-writer.ts';
import type { PullRequest } from '../threads.ts';
import { formatSeconds } from '../timestamps.ts';
import { fullNameOf } from '../world.ts';
import {
  type Action,
  type ActionContext,
  changeThread,
  createThread,
  createWriter,
  pickAny,
  pickAuthor,
} from './action.ts';

/** A pull request adds a page to the documentation, from a branch here or in a fork. */
export const openPull: Action = (context) => {
  const { content, repository, maintainers, random, atMs } = context;
  const main = mainOf(content.git);
  const person = random.chance(0.5) ? random.pick(maintainers) : pickAuthor(context);
  const writer = createWriter(context);
  const { title, pullTitle } = writer.subject;
  const text = { author: person.login, title: pullTitle, body: writer.write(PULL_BODIES, person.login) };
  const thread = createThread(context, text);
  const { number } = thread;
  const ref = branchNameOf(writer.subject, number);
  const page = { path: `docs/notes/${number}.md`, text: `# ${title}\n\nWhat changes: ${pullTitle}.\n` };
  const commit = { changes: [page], author: sign(person, atMs) };
  const head = createRevision({ ...commit, parents: [main], message: pullTitle });
  const merge = createRevision({ ...commit, parents: [main, head], message: `Merge ${ref}` });
  const isOwn = maintainers.includes(person);
  const owner = isOwn ? repository.owner : person.login;
  const pull: PullRequest = {
    ...thread,
    base: { ref: repository.defaultBranch, sha: main.commit.sha },
    head: { ref, sha: head.commit.sha, owner, repository: `${owner}/${repository.name}` },
    isDraft: false,
    mergedAt: null,
    mergeCommitSha: merge.commit.sha,
    closes: [],
    reviews: [],
    reviewThreads: [],
  };
  const refs = {
    [`refs/pull/${number}/head`]: head.commit.sha,
    [`refs/pull/${number}/merge`]: merge.commit.sha,
    ...(isOwn ? { [`refs/heads/${ref}`]: head.commit.sha } : {}),
  };
  const git = growHistory(content.git, [head.commit, merge.commit], refs);
  return { ...content, git, pullRequests: [...content.pullRequests, pull] };
};

/** A maintainer approves a pull request. */
export const reviewPull: Action = (context) => {
  const { maintainers, ids, atMs } = context;
  const pull = pickOpenPull(context);
  const actor = pickAny(
    maintainers.filter(({ login }) => login !== pull?.author),
    context,
  )?.login;
  if (pull === undefined || actor === undefined) {
    return undefined;
  }
  const text = createWriter(context).write(REVIEW_BODIES.approved, actor);
  const review = {
    id: ids('review', atMs),
    author: actor,
    body: text,
    headSha: pull.head.sha,
    state: 'approved' as const,
    reactions: [],
    createdAt: formatSeconds(atMs),
    submittedAt: formatSeconds(atMs),
  };
  return changeThread(pull, { actor, text, fields: { reviews: [...pull.reviews, review] } }, context);
};

/** A maintainer merges a pull request, which deletes the branch and closes the issues that it fixes. */
export const mergePull: Action = (context) => {
  const { content, random, maintainers, atMs } = context;
  const pull = pickOpenPull(context);
  if (pull === undefined) {
    return undefined;
  }
  const person = random.pick(maintainers);
  const { head, number, base } = pull;
  const line = firstParents(content.git, head.sha);
  const [headCommit] = line;
  invariant(headCommit !== undefined, `the history has the commit ${head.sha}`);
  const start = line.findIndex(({ sha }) => sha === base.sha);
  const { commit } = createRevision({
    // The files of the second parent do not matter.
    parents: [mainOf(content.git), { commit: headCommit, tree: EMPTY_TREE }],
    changes: filesOf(line.slice(0, start < 0 ? 1 : start)),
    author: sign(person, atMs),
    message: `Merge pull request #${number} from ${head.owner}/${head.ref}\n\n${pull.title}`,
  });
  const isOwn = head.repository === content.repository;
  const git = growHistory(dropTestMerge(content.git, number), [commit], {
    ...(isOwn ? { [`refs/heads/${head.ref}`]: undefined } : {}),
    [`refs/heads/${content.git.defaultBranch}`]: commit.sha,
  });
  const closedAt = formatSeconds(atMs);
  const actor = person.login;
  const events = [
    { event: 'referenced', commitId: commit.sha, commitRepository: content.repository },
    { event: 'merged', commitId: commit.sha },
    { event: 'closed' },
    ...(isOwn ? [{ event: 'head_ref_deleted' } as const] : []),
  ] as const;
  const fields = { closedAt, mergedAt: closedAt, mergeCommitSha: commit.sha };
  const merged = changeThread(pull, { actor, events, fields }, { ...context, content: { ...content, git } });
  const fixed = pull.closes.filter((reference) => reference.repository === fullNameOf(context.repository));
  const closing = { actor, events: [{ event: 'closed' }], fields: { closedAt } } as const;
  return merged.issues
    .filter(
      (issue) => issue.closedAt === null && fixed.some((reference) => reference.number === issue.number),
    )
    .reduce((changed, issue) => changeThread(issue, closing, { ...context, content: changed }), merged);
};

/** A maintainer publishes the draft, or the next version if there is no draft. */
export const publishRelease: Action = (context) => {
  const { content, repository, random, maintainers, atMs } = context;
  const person = random.pick(maintainers);
  const publishedAt = formatSeconds(atMs);
  const minors = content.releases.map(({ tagName }) => Number(/^v0\.(\d+)\./.exec(tagName)?.[1] ?? 0));
  const next = `v0.${Math.max(0, ...minors) + 1}.0`;
  const draft = content.releases.find(({ state }) => state === 'draft');
  const tagName = draft?.tagName ?? next;
  const release: Release = {
    name: `${repository.name} ${next}`,
    body: `* ${createWriter(context).subject.pullTitle} by @${person.login}\r\n`,
    isPrerelease: false,
    target: repository.defaultBranch,
    assets: [],
    reactions: [],
    createdAt: publishedAt,
    ...draft,
    tagName,
    slug: tagName,
    author: person.login,
    state: 'published',
    publishedAt,
  };
  const { sha } = mainOf(content.git).commit;
  const tag = { name: tagName, sha, message: `${tagName}\n`, tagger: sign(person, atMs) };
  return {
    ...content,
    releases: [...content.releases.filter((other) => other !== draft), release],
    git: { ...content.git, tags: [...content.git.tags, tag] },
  };
};

/** Empty repositories do not change. */
function mainOf(git: GitHistory): Revision {
  const tip = tipOf(git);
  invariant(tip !== undefined, 'only repositories with commits change');
  return tip;
}

/** Adds commits to a history, and sets refs, or deletes those that are undefined. */
function growHistory(
  git: GitHistory,
  commits: readonly Commit[],
  refs: Readonly<Record<string, string | undefined>>,
): GitHistory {
  const kept = git.refs.filter(({ name }) => !Object.hasOwn(refs, name));
  const set = Object.entries(refs).flatMap(([name, sha]) => (sha === undefined ? [] : [{ name, sha }]));
  return { ...git, commits: [...git.commits, ...commits], refs: [...kept, ...set] };
}

/** Removes the test merge of a pull request, which is unreachable without its ref. */
function dropTestMerge(git: GitHistory, number: number): GitHistory {
  const name = `refs/pull/${number}/merge`;
  const sha = git.refs.find((ref) => ref.name === name)?.sha;
  const commits = git.commits.filter((commit) => commit.sha !== sha);
  return { ...git, commits, refs: git.refs.filter((ref) => ref.name !== name) };
}

function pickOpenPull(context: ActionContext): PullRequest | undefined {
  return pickAny(
    context.content.pullRequests.filter((pull) => pull.closedAt === null && !pull.isDraft),
    context,
  );
}
