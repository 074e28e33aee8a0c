import type { ArchiveEntry, ArchiveEvent } from '../archive/index.ts';
import {
  checkRepository,
  createGitStage,
  type PullRequestHead,
  type StagedRepository,
} from '../git/index.ts';
import type { FileSink, Finding } from '../model/index.ts';

/** Pull-request heads that are remembered until their repository can be asked: about 50 MB of them. */
const MAX_HEADS = 250_000;

/** Looks into the git repositories of an archive while it streams past. */
export interface GitCheck {
  /** Takes the bytes of git data, and of nothing else. */
  readonly openFile: (entry: ArchiveEntry) => FileSink | undefined;
  observe(event: ArchiveEvent): void;
  /** Asks git about each repository, once the archive is at its end. */
  findings(): AsyncIterable<Finding>;
  close(): void;
}

interface GitCheckOptions {
  /** A private, empty directory; whoever made it removes it. */
  readonly directory: string;
  /** Where programs are looked for: the `PATH` of the environment. */
  readonly searchPath: string;
  readonly signal: AbortSignal;
}

/**
 * Stages the repositories of an archive under names of our own and has git judge them: their objects, their refs,
 * and whether the heads of their pull requests are there. Nothing that the archive brought is run or obeyed.
 */
export function createGitCheck({ directory, searchPath, signal }: GitCheckOptions): GitCheck {
  const stage = createGitStage({ directory });
  const headsByRepository = new Map<string, PullRequestHead[]>();
  let headCount = 0;

  function addHead(repository: string, head: PullRequestHead): void {
    if (headCount < MAX_HEADS) {
      const heads = headsByRepository.get(repository) ?? [];
      headsByRepository.set(repository, heads);
      heads.push(head);
      headCount += 1;
    }
  }

  async function* findings(): AsyncGenerator<Finding, void> {
    const { repositories, findings: ofStage } = await stage.finish();
    yield* ofStage;
    for (const staged of repositories) {
      const pullRequestHeads = headsOf(staged, headsByRepository);
      yield* await checkRepository(staged, { searchPath, signal, pullRequestHeads });
    }
  }

  return {
    openFile: ({ name, class: entryClass, sizeBytes }) =>
      entryClass === 'git' ? stage.accept(name, sizeBytes) : undefined,
    observe(event) {
      if (event.type === 'records' && event.batch.kind === 'pull_request') {
        for (const { value } of event.batch.records) {
          readHead(value, addHead);
        }
      }
    },
    findings,
    close: () => stage.close(),
  };
}

function headsOf(
  { repository, isWiki, isEmpty }: StagedRepository,
  heads: ReadonlyMap<string, readonly PullRequestHead[]>,
): readonly PullRequestHead[] {
  return isWiki || isEmpty ? [] : (heads.get(repository.toLowerCase()) ?? []);
}

function readHead(
  pullRequest: { readonly [key: string]: unknown },
  addHead: (repository: string, head: PullRequestHead) => void,
): void {
  const { url, repository, head } = pullRequest;
  const sha = typeof head === 'object' && head !== null && 'sha' in head ? head.sha : undefined;
  const number = Number(/\/(\d+)$/.exec(String(url))?.[1]);
  if (
    typeof url === 'string' &&
    typeof repository === 'string' &&
    typeof sha === 'string' &&
    URL.canParse(repository)
  ) {
    addHead(new URL(repository).pathname.slice(1).toLowerCase(), { number, sha, url });
  }
}
