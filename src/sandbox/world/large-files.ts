import { createHash } from 'node:crypto';
import { createSeededRandom } from '../../base/random.ts';
import { createRevision, type GitHistory, tipOf } from './git/git-history.ts';
import type { LargeFile, RepositoryContent } from './repository-content.ts';
import type { World } from './world.ts';

const MAX_LINES = 400;

const MINUTE_SECONDS = 60;

/** Adds files in Git LFS to the first repository of a world that has commits. */
export function withLargeFiles(world: World, count: number): World {
  if (count === 0) {
    return world;
  }
  const first = world.contents.findIndex(({ git }) => tipOf(git) !== undefined);
  return {
    ...world,
    contents: world.contents.map((content, index) =>
      index === first ? withFiles(content, inventFiles(content, count, world)) : content,
    ),
  };
}

function inventFiles(
  { repository }: RepositoryContent,
  count: number,
  { seed }: World,
): readonly LargeFile[] {
  const random = createSeededRandom(`${seed}/large files`);
  return Array.from({ length: count }, (_, index) => {
    const name = `${String(index + 1).padStart(4, '0')}.csv`;
    const line = `${name} of ${repository}, ${random.hex(16)}\n`;
    const text = line.repeat(random.integer(1, MAX_LINES));
    return { path: `large/${name}`, oid: createHash('sha256').update(text).digest('hex'), text };
  });
}

function withFiles(content: RepositoryContent, largeFiles: readonly LargeFile[]): RepositoryContent {
  return { ...content, largeFiles, git: withPointers(content.git, largeFiles) };
}

function withPointers(git: GitHistory, files: readonly LargeFile[]): GitHistory {
  const tip = tipOf(git);
  if (tip === undefined) {
    return git;
  }
  const { author } = tip.commit;
  const { commit } = createRevision({
    parents: [tip],
    changes: [
      { path: '.gitattributes', text: 'large/** filter=lfs diff=lfs merge=lfs -text\n' },
      ...files.map(({ path, oid, text }) => ({ path, text: pointerTo(oid, Buffer.byteLength(text)) })),
    ],
    author: { ...author, timeSeconds: author.timeSeconds + MINUTE_SECONDS },
    message: 'Keep the measurements in Git LFS',
  });
  const branch = `refs/heads/${git.defaultBranch}`;
  const refs = git.refs.map((ref) => (ref.name === branch ? { ...ref, sha: commit.sha } : ref));
  return { ...git, commits: [...git.commits, commit], refs };
}

/** What git has in the place of a file (git-lfs `docs/spec.md`, "The Pointer"). */
function pointerTo(oid: string, sizeBytes: number): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${sizeBytes}\n`;
}
