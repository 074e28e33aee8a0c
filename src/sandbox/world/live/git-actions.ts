import { invariant } from '../../../base/failure.ts';
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
import { PULL_BODIES } from '../text/phrases.table.ts';
import { branchNameOf } from '../text/text-writer.ts';
import type { PullRequest } from '../threads.ts';
import { formatSeconds } from '../timestamps.ts';
import { type Action, changeAny, changeThread, createThread, createWriter, pickAuthor } from './action.ts';

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

/** A maintainer merges a pull request, which deletes the branch and closes the issues that it fixes. */
export const mergePull: Action = (context) => {
  const { content, random, maintainers, atMs } = context;
  const open = content.pullRequests.filter((pull) => pull.closedAt === null && !pull.isDraft);
  return changeAny(open, context, (pull) => {
    const person = random.pick(maintainers);
    const { commit, git } = merge(pull, content, sign(person, atMs));
    const isOwn = pull.head.repository === content.repository;
    const closedAt = formatSeconds(atMs);
    const actor = person.login;
    const events = [
      { event: 'referenced', commitId: commit.sha, commitRepository: content.repository },
      { event: 'merged', commitId: commit.sha },
      { event: 'closed' },
      ...(isOwn ? [{ event: 'head_ref_deleted' } as const] : []),
    ] as const;
    const fields = { closedAt, mergedAt: closedAt, mergeCommitSha: commit.sha };
    const merged = changeThread(
      pull,
      { actor, events, fields },
      { ...context, content: { ...content, git } },
    );
    const own = pull.closes.filter(({ repository }) => repository === content.repository);
    const fixed = new Set(own.map(({ number }) => number));
    const closing = { actor, events: [{ event: 'closed' }], fields: { closedAt } } as const;
    return merged.issues
      .filter((issue) => issue.closedAt === null && fixed.has(issue.number))
      .reduce((changed, issue) => changeThread(issue, closing, { ...context, content: changed }), merged);
  });
};

/** The merge commit of a pull request, and the history with it instead of the test merge. */
function merge(
  { base, head, number, title }: PullRequest,
  { git, repository }: Parameters<Action>[0]['content'],
  author: Commit['author'],
): { readonly commit: Commit; readonly git: GitHistory } {
  const line = firstParents(git, head.sha);
  const [headCommit] = line;
  invariant(headCommit !== undefined, `the history has the commit ${head.sha}`);
  const start = line.findIndex(({ sha }) => sha === base.sha);
  const { commit } = createRevision({
    // The files of the second parent do not matter.
    parents: [mainOf(git), { commit: headCommit, tree: EMPTY_TREE }],
    changes: filesOf(line.slice(0, start < 0 ? 1 : start)),
    author,
    message: `Merge pull request #${number} from ${head.owner}/${head.ref}\n\n${title}`,
  });
  const test = `refs/pull/${number}/merge`;
  const testSha = git.refs.find(({ name }) => name === test)?.sha;
  const left = { ...git, commits: git.commits.filter(({ sha }) => sha !== testSha) };
  return {
    commit,
    git: growHistory(left, [commit], {
      [test]: undefined,
      ...(head.repository === repository ? { [`refs/heads/${head.ref}`]: undefined } : {}),
      [`refs/heads/${git.defaultBranch}`]: commit.sha,
    }),
  };
}

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
