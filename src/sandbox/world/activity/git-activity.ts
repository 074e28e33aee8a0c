import type { Commit } from '../git/git-history.ts';
import type { RepositoryContent } from '../repository-content.ts';
import { MINUTE_MS, SECOND_MS } from '../timestamps.ts';
import type { Repository, World } from '../world.ts';
import type { ActivityDraft } from './activity-event.ts';

/** Commits of one person that are no further apart went up together. */
const PUSH_GAP_MS = 30 * MINUTE_MS;
const NO_COMMIT = '0'.repeat(40);

/** What was done to branches and tags: pushes to the default branch, the branches of pull requests, and tags. */
export function gitActivity(
  content: RepositoryContent,
  repository: Repository,
  world: World,
): readonly ActivityDraft[] {
  const loginOf = loginsByEmail(world);
  const pushes = pushesOf(content).flatMap((commits): readonly ActivityDraft[] => {
    const [first] = commits;
    const last = commits.at(-1);
    const actor = last === undefined ? undefined : loginOf.get(last.committer.email);
    return first === undefined || last === undefined || actor === undefined
      ? []
      : [
          {
            actor,
            timeMs: timeOf(last),
            detail: {
              type: 'PushEvent',
              ref: `refs/heads/${repository.defaultBranch}`,
              before: first.parents[0] ?? NO_COMMIT,
              commits,
            },
          },
        ];
  });
  const tags = content.git.tags.flatMap(({ name, tagger }): readonly ActivityDraft[] => {
    const actor = loginOf.get(tagger.email);
    const timeMs = tagger.timeSeconds * SECOND_MS;
    return actor === undefined
      ? []
      : [{ actor, timeMs, detail: { type: 'CreateEvent', refType: 'tag', ref: name } }];
  });
  return [...pushes, ...tags, ...branchesOf(content)];
}

function loginsByEmail({ account, people }: World): ReadonlyMap<string, string> {
  return new Map([account, ...people].map(({ email, login }) => [email, login]));
}

function timeOf({ committer }: Commit): number {
  return committer.timeSeconds * SECOND_MS;
}

/** The default branch along first parents, cut where somebody else went on or time passed. */
function pushesOf({ git }: RepositoryContent): readonly (readonly Commit[])[] {
  const pushes: Commit[][] = [];
  for (const commit of mainLine(git)) {
    const current = pushes.at(-1);
    const last = current?.at(-1);
    const goesOn =
      last !== undefined &&
      last.committer.email === commit.committer.email &&
      timeOf(commit) - timeOf(last) <= PUSH_GAP_MS;
    if (goesOn) {
      current?.push(commit);
    } else {
      pushes.push([commit]);
    }
  }
  return pushes;
}

/** Oldest first. */
function mainLine({ commits, refs, defaultBranch }: RepositoryContent['git']): readonly Commit[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const line: Commit[] = [];
  let sha = refs.find((ref) => ref.name === `refs/heads/${defaultBranch}`)?.sha;
  for (let commit = bySha.get(sha ?? ''); commit !== undefined; commit = bySha.get(sha ?? '')) {
    line.push(commit);
    sha = commit.parents[0];
  }
  return line.reverse();
}

function branchesOf({ repository, pullRequests }: RepositoryContent): readonly ActivityDraft[] {
  return pullRequests.flatMap(({ author, head, createdAt }): readonly ActivityDraft[] =>
    author === null || head.repository !== repository
      ? []
      : [
          {
            actor: author,
            timeMs: Date.parse(createdAt) - MINUTE_MS,
            detail: { type: 'CreateEvent', refType: 'branch', ref: head.ref },
          },
        ],
  );
}
