import type { ArchiveEntry, ArchiveEvent } from '../archive/archive-event.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { checkRepository, type PullRequestHead } from '../git/check-repository.ts';
import { createGitStage } from '../git/git-stage.ts';
import type { StagedRepository } from '../git/staged-repository.ts';
import type { Finding } from '../model/findings.ts';
import type { FileSink, RecordBatch } from '../model/records.ts';
import { repositoryNameOfPath } from '../model/writer-variations.ts';

/** Maximum number of pull-request heads in memory until their repositories can be checked: about 50 MB. */
const MAX_HEADS = 250_000;

/** Maximum number of repositories whose git directories are remembered. */
const MAX_REPOSITORIES = 100_000;

/** Checks the git repositories of an archive while it is read. */
export interface GitCheck {
  /** Receives the bytes of git data only. */
  readonly openFile: (entry: ArchiveEntry) => FileSink | undefined;
  observe(event: ArchiveEvent): void;
  /** Checks each repository with git, after the end of the archive. */
  findings(): AsyncIterable<Finding>;
  close(): void;
}

interface GitCheckOptions {
  /** A private, empty directory; the caller removes it. */
  readonly directory: string;
  /** Where programs are looked up: the `PATH` of the environment. */
  readonly searchPath: string;
  readonly signal: AbortSignal;
}

/**
 * Stages the repositories of an archive under names of our own and checks them with git: their objects, their refs, and
 * whether the heads of their pull requests exist. No hook or configuration from the archive takes effect.
 */
export function createGitCheck({ directory, searchPath, signal }: GitCheckOptions): GitCheck {
  const stage = createGitStage({ directory });
  const heads = createHeadBook();

  async function* findings(): AsyncGenerator<Finding, void> {
    const { repositories, findings: ofStage } = await stage.finish();
    yield* ofStage;
    const headsOf = heads.settle();
    for (const staged of repositories) {
      const pullRequestHeads = headsOf(staged);
      yield* await checkRepository(staged, { searchPath, signal, pullRequestHeads });
    }
  }

  return {
    openFile: ({ name, class: entryClass, sizeBytes }) =>
      entryClass === 'git' ? stage.accept(name, sizeBytes) : undefined,
    observe(event) {
      if (event.type === 'records') {
        heads.take(event.batch);
      }
    },
    findings,
    close: () => stage.close(),
  };
}

/** The heads of the pull requests in an archive, by the repository that should contain them. */
interface HeadBook {
  take(batch: RecordBatch): void;
  /** Must be called after the last batch; returns a function that returns the heads of a repository. */
  settle(): (staged: StagedRepository) => readonly PullRequestHead[];
}

/**
 * Maps repositories to their git directories by their records, which may come in any order: other exporters name the
 * directories of nested groups differently, and other hosts add segments to a repository's path.
 */
function createHeadBook(): HeadBook {
  const headsByUrl = new Map<string, PullRequestHead[]>();
  const directories = new Map<string, string>();
  let headCount = 0;

  function addHead(repository: string, head: PullRequestHead): void {
    if (headCount < MAX_HEADS) {
      const heads = headsByUrl.get(repository) ?? [];
      headsByUrl.set(repository, heads);
      heads.push(head);
      headCount += 1;
    }
  }

  function addRepository({ url, git_url: gitUrl }: JsonObject): void {
    const name = /^tarball:\/\/root\/repositories\/(.+)\.git\/*$/.exec(String(gitUrl))?.[1];
    if (name !== undefined && typeof url === 'string' && directories.size < MAX_REPOSITORIES) {
      directories.set(url.toLowerCase(), name.toLowerCase());
    }
  }

  function joinToDirectories(): ReadonlyMap<string, readonly PullRequestHead[]> {
    const headsByName = new Map<string, PullRequestHead[]>();
    for (const [url, heads] of headsByUrl) {
      const name = directories.get(url) ?? nameOfUrl(url);
      if (name !== undefined) {
        headsByName.set(name, [...(headsByName.get(name) ?? []), ...heads]);
      }
    }
    return headsByName;
  }

  return {
    take({ kind, records }) {
      for (const { value } of kind === 'repository' || kind === 'pull_request' ? records : []) {
        if (kind === 'repository') {
          addRepository(value);
        } else {
          readHead(value, addHead);
        }
      }
    },
    settle() {
      const headsByName = joinToDirectories();
      return ({ repository, isWiki, isEmpty }) =>
        isWiki || isEmpty ? [] : (headsByName.get(repository.toLowerCase()) ?? []);
    },
  };
}

/** The name of a repository's git directory if no record states it. */
function nameOfUrl(url: string): string | undefined {
  return URL.canParse(url) ? repositoryNameOfPath(new URL(url).pathname.slice(1)).toLowerCase() : undefined;
}

function readHead(
  pullRequest: JsonObject,
  addHead: (repository: string, head: PullRequestHead) => void,
): void {
  const { url, repository, head } = pullRequest;
  const sha = isJsonObject(head) ? head['sha'] : undefined;
  const number = Number(/\/(\d+)$/.exec(String(url))?.[1]);
  // Some exporters leave the commit empty if they do not know it.
  if (typeof url === 'string' && typeof repository === 'string' && typeof sha === 'string' && sha !== '') {
    addHead(repository.toLowerCase(), { number, sha, url });
  }
}
