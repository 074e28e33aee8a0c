import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatSize } from '../base/sizes.ts';
import { quoteText } from '../base/terminal-text.ts';
import type { Finding } from '../model/findings.ts';
import type { LfsPointer } from '../model/lfs.ts';
import { createFsckReport } from './fsck-report.ts';
import { GIT_LIMITS } from './git-limits.table.ts';
import { listLfsPointers } from './list-lfs-pointers.ts';
import { readRefs } from './list-refs.ts';
import { foreignIn, type OwnRepository, requireOwnRepository } from './own-repository.ts';
import { isObjectId } from './ref-name.ts';
import { createRepositoryFindings, type RepositoryFindings } from './repository-findings.ts';
import { type GitEnding, linesOf, runGit } from './run-git.ts';
import type { GitRunOptions } from './spawn-git.ts';
import type { StagedRepository } from './staged-repository.ts';

/** A pull request whose head commit should be in the repository. */
export interface PullRequestHead {
  readonly number: number;
  /** The object id of the head, as in the record. */
  readonly sha: string;
  readonly url: string;
}

export interface CheckRepositoryOptions extends GitRunOptions {
  readonly pullRequestHeads?: readonly PullRequestHead[];
  /** Skips `git fsck`, for content that was already checked. */
  readonly skipsObjects?: boolean;
  /** Skips the search for files in Git LFS, of which the caller knows more. */
  readonly skipsLfs?: boolean;
  readonly maxFindings?: number;
}

/**
 * Returns everything that is wrong with a staged repository: the findings of the stage, the messages of `git fsck`, and
 * refs and pull-request heads whose objects are missing. An empty repository is reported, but is not an error, and so
 * are files in Git LFS.
 * Fails with `git-missing`; defects of the repository are only findings.
 */
export async function checkRepository(
  staged: StagedRepository,
  options: CheckRepositoryOptions,
): Promise<readonly Finding[]> {
  const {
    pullRequestHeads = [],
    maxFindings = GIT_LIMITS.findings,
    skipsObjects,
    skipsLfs,
    ...run
  } = options;
  const findings = createRepositoryFindings(staged, maxFindings);
  if (staged.isEmpty) {
    findings.add('git-empty', 'The repository has no commits yet');
    reportHeads(pullRequestHeads, () => true, findings);
    return findings.list();
  }
  const repository = await requireOwnRepository(staged.directory).catch((error: unknown) => foreignIn(error));
  if (typeof repository === 'object') {
    findings.add('git-damaged', repository.message);
    return findings.list();
  }
  const objects =
    skipsObjects === true ? undefined : await checkObjects({ repository, maxFindings }, run, findings);
  const { refs, ending } = await readRefs(repository, run);
  findings.addEnding('for-each-ref', ending);
  const targets = { repository, staged, refs, pullRequestHeads, skipsLfs };
  const brokenRefCount = await checkTargets(targets, run, findings);
  // Usually git or the check of refs has explained an error status. Only an unexplained one needs a finding.
  if (
    objects !== undefined &&
    (objects.ending.status === undefined || objects.remarkCount + brokenRefCount === 0)
  ) {
    findings.addEnding('fsck', objects.ending);
  }
  return findings.list();
}

async function checkObjects(
  { repository, maxFindings }: { readonly repository: OwnRepository; readonly maxFindings: number },
  run: GitRunOptions,
  findings: RepositoryFindings,
): Promise<{ readonly ending: GitEnding; readonly remarkCount: number }> {
  // One remark more than the limit, so that the list can report that there were more.
  const report = createFsckReport({ directory: repository, maxRemarks: maxFindings + 1 });
  // A stage writes neither a graph of commits nor an index of several packs.
  const isPlain = !['info', 'pack/multi-pack-index'].some((name) =>
    existsSync(join(repository, 'objects', name)),
  );
  const ending = await runGit({
    ...run,
    repository,
    command: [isPlain ? 'checkPlain' : 'check', {}],
    onLine: (line) => report.readLine(line),
  });
  const remarks = report.remarks();
  for (const { code, message } of remarks) {
    findings.add(code, message);
  }
  return { ending, remarkCount: remarks.length };
}

function reportLfs(found: readonly LfsPointer[], findings: RepositoryFindings): void {
  const pointers = [...new Map(found.map((pointer) => [pointer.oid, pointer])).values()];
  if (pointers.length > 0) {
    const size = formatSize(pointers.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
    const [pointer, file, files] =
      pointers.length === 1
        ? ['pointer', 'file', '1 file']
        : ['pointers', 'files', `${pointers.length} files`];
    findings.add(
      'git-lfs-missing',
      `It has only the ${pointer} to ${files} in Git LFS (${size}), not the ${file}`,
    );
  }
}

interface Targets {
  readonly repository: OwnRepository;
  readonly staged: StagedRepository;
  readonly refs: ReadonlyMap<string, string>;
  readonly pullRequestHeads: readonly PullRequestHead[];
  readonly skipsLfs: boolean | undefined;
}

/** Checks that the targets of refs, pull requests and pointers exist; returns the number of broken refs. */
async function checkTargets(
  { repository, staged, refs, pullRequestHeads, skipsLfs }: Targets,
  run: GitRunOptions,
  findings: RepositoryFindings,
): Promise<number> {
  const headIds = pullRequestHeads.map(({ sha }) => sha).filter(isObjectId);
  const named = new Map(staged.detachedHead === undefined ? refs : [['HEAD', staged.detachedHead], ...refs]);
  // One listing serves both: starting git takes longer than to list a small repository.
  const absent = new Set([...named.values(), ...headIds]);
  const { pointers, ending } = await listLfsPointers(repository, {
    ...run,
    sizeBytes: staged.sizeBytes,
    onObject: (id) => void absent.delete(id),
  });
  reportLfs(skipsLfs === true ? [] : pointers, findings);
  if (ending.status !== 0) {
    await keepAbsent(absent, { repository, run, findings }); // A damaged object has ended the listing.
  }
  const broken = [...named].filter(([, id]) => absent.has(id));
  for (const [name, id] of broken) {
    findings.add('git-ref-broken', `The ref ${quoteText(name)} points to the object ${id}, which is missing`);
  }
  reportHeads(pullRequestHeads, (sha) => !isObjectId(sha) || absent.has(sha), findings);
  return broken.length;
}

function reportHeads(
  heads: readonly PullRequestHead[],
  isAbsent: (sha: string) => boolean,
  findings: RepositoryFindings,
): void {
  for (const { number, sha, url } of heads) {
    if (isAbsent(sha)) {
      const message = `The head of pull request ${number}, ${quoteText(sha)}, is missing`;
      findings.add('git-head-missing', message, url);
    }
  }
}

interface Question {
  readonly repository: OwnRepository;
  readonly run: GitRunOptions;
  readonly findings: RepositoryFindings;
}

/**
 * Keeps of a set of ids those whose objects are missing. Ids must satisfy `isObjectId`; one process answers for all.
 * If git ends early, objects without an answer do not count as missing.
 */
async function keepAbsent(ids: Set<string>, { repository, run, findings }: Question): Promise<void> {
  const absent = new Set<string>();
  const ending = await runGit({
    ...run,
    repository,
    command: ['findObjects', {}],
    input: linesOf([...ids]),
    onLine(line, channel) {
      const [id = '', word] = line.split(' ');
      if (channel === 'output' && (word === 'missing' || word === 'ambiguous')) {
        absent.add(id);
      }
    },
  });
  findings.addEnding('cat-file', ending);
  for (const id of ids) {
    if (!absent.has(id)) {
      ids.delete(id);
    }
  }
}
