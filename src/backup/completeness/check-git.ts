import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { countText } from '../../base/sizes.ts';
import { checkRepository, type PullRequestHead } from '../../git/check-repository.ts';
import type { StagedRepository } from '../../git/staged-repository.ts';
import type { ObjectFormat } from '../../model/bare-repository.ts';
import { Failure } from '../../model/failure.ts';
import { createFinding, type Finding } from '../../model/findings.ts';
import type { MigrationRequest } from '../../model/migrations.ts';
import { foldersIn, gitFolderPath, isGitFolderName } from '../../store/file-folders.ts';
import { openStore, type Store } from '../../store/store.ts';
import {
  type CompletenessCheck,
  MAX_COMPLETENESS_DETAILS,
  type Manifest,
  plainNameOf,
} from '../../vault/manifest.ts';
import type { Vault } from '../../vault/vault.ts';

interface GitOptions {
  readonly vault: Pick<Vault, 'directory' | 'storePath' | 'manifests'>;
  readonly request: MigrationRequest;
  /** Repositories whose git data the archive should have, if it has none at all. */
  readonly lacking: readonly string[];
  /** The snapshot whose repositories are checked. */
  readonly snapshotId: number;
  /** Where programs are looked up; without it, the result is unknown. */
  readonly searchPath: string | undefined;
  /** Whether files in Git LFS are looked for apart from this. */
  readonly skipsLfs?: boolean;
  readonly signal: AbortSignal;
}

interface GitProof {
  readonly check: CompletenessCheck;
  /** Which repositories have files outside of git. */
  readonly outside: readonly string[];
}

/**
 * Checks the repositories of the backup with git: all objects of new ones, and the refs and pull request heads of all.
 * The result is unknown without git or repositories, unless the archive lacks what was requested.
 */
export async function checkGit(options: GitOptions): Promise<GitProof> {
  const { vault, request, lacking, snapshotId, searchPath, skipsLfs = false, signal } = options;
  if (lacking.length > 0) {
    return { check: incomplete(lacking), outside: [] };
  }
  if (request.excludeGitData === true || searchPath === undefined || !existsSync(vault.storePath)) {
    return unproved('Git data was not requested, or is not kept next to the store');
  }
  const store = openStore(vault.storePath);
  try {
    const kept = readKept(store, snapshotId, vault);
    const proved = readProved(store, snapshotId, await vault.manifests());
    const findings: Finding[] = [];
    for (const staged of kept) {
      if (!existsSync(staged.directory)) {
        findings.push(createFinding('git-damaged', `The repository ${staged.archivePath} was not kept`));
        continue;
      }
      const pullRequestHeads = staged.isWiki ? [] : readHeads(store, staged.repository);
      const skipsObjects = proved.has(basename(staged.directory));
      findings.push(
        ...(await checkRepository(staged, { searchPath, signal, pullRequestHeads, skipsObjects, skipsLfs })),
      );
    }
    const outside = findings.filter(({ code }) => code === 'git-lfs-missing').map(({ message }) => message);
    return {
      check: checkOf(kept.length, findings),
      outside: outside.slice(0, MAX_COMPLETENESS_DETAILS),
    };
  } catch (error) {
    if (error instanceof Failure && error.code === 'git-missing') {
      return unproved('git is not installed here');
    }
    throw error;
  } finally {
    store.close();
  }
}

function unproved(summary: string): GitProof {
  return { check: unknown(summary), outside: [] };
}

function unknown(summary: string): CompletenessCheck {
  return { name: 'git', result: 'unknown', summary, details: [] };
}

function incomplete(lacking: readonly string[]): CompletenessCheck {
  return {
    name: 'git',
    result: 'incomplete',
    summary: `The archive lacks the git data of ${countText(lacking.length, 'repository', 'repositories')}`,
    details: lacking.slice(0, MAX_COMPLETENESS_DETAILS).map((name) => `${name}: no git data`),
  };
}

/**
 * Missing heads of pull requests from deleted forks, and warnings about the format of objects, are not losses of the
 * backup.
 */
function checkOf(repositories: number, findings: readonly Finding[]): CompletenessCheck {
  if (repositories === 0) {
    return unknown('No repository is kept next to the store');
  }
  const losses = findings.filter(({ code, severity }) => severity === 'error' || code === 'git-head-missing');
  const where = countText(repositories, 'repository', 'repositories');
  return {
    name: 'git',
    result: losses.length === 0 ? 'complete' : 'incomplete',
    summary:
      losses.length === 0
        ? `All refs and pull request heads of ${where} are present`
        : `Refs, objects or pull request heads that are missing or damaged in ${where}: ${losses.length}`,
    details: losses.slice(0, MAX_COMPLETENESS_DETAILS).map(({ message }) => message),
  };
}

/** The repositories of a snapshot, as listed in the store. */
function readKept(
  store: Store,
  snapshotId: number,
  { directory }: GitOptions['vault'],
): readonly StagedRepository[] {
  const { rows } = store.query(
    `SELECT entry_name, repo, is_wiki, object_format, folder, size_bytes
     FROM kept_repositories WHERE snapshot_id = :snapshot ORDER BY entry_name`,
    { parameters: { snapshot: snapshotId } },
  );
  const folders = foldersIn(directory);
  return [...rows].flatMap(([entryName, repo, isWiki, format, folder, sizeBytes]) => {
    const name = String(folder);
    if (!isGitFolderName(name)) {
      return [];
    }
    return [
      {
        archivePath: String(entryName),
        repository: String(repo),
        isWiki: isWiki === 1,
        directory: gitFolderPath(folders, name),
        objectFormat: String(format) as ObjectFormat, // As written by a stage.
        sizeBytes: Number(sizeBytes),
        packCount: 0,
        refCount: 0,
        detachedHead: undefined,
        isEmpty: sizeBytes === 0,
        findings: [],
      },
    ];
  });
}

/**
 * Folders in which git found nothing wrong before. Their bytes are unchanged, because the load has just read them.
 * Imports are not included: they are not checked with git, so a repository may have been damaged from the start.
 */
function readProved(store: Store, snapshotId: number, manifests: readonly Manifest[]): ReadonlySet<string> {
  const complete = new Set(
    manifests
      .filter(({ completeness }) =>
        completeness?.checks.some(({ name, result }) => name === 'git' && result === 'complete'),
      )
      .map(({ archive }) => plainNameOf(archive)),
  );
  const { rows } = store.query(
    `SELECT folder, archive_name FROM kept_repositories JOIN snapshots ON snapshots.id = snapshot_id
     WHERE snapshot_id <> :snapshot`,
    { parameters: { snapshot: snapshotId } },
  );
  return new Set(
    [...rows].filter(([, name]) => complete.has(String(name))).map(([folder]) => String(folder)),
  );
}

function readHeads(store: Store, repository: string): readonly PullRequestHead[] {
  const { rows } = store.query(
    'SELECT number, head_sha, url FROM pull_requests WHERE repo = :repo AND head_sha IS NOT NULL',
    { parameters: { repo: repository } },
  );
  return [...rows].map(([number, sha, url]) => ({
    number: Number(number),
    sha: String(sha),
    url: String(url),
  }));
}
