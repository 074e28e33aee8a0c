import { chmod, rm } from 'node:fs/promises';
import { quoteText } from '../../base/terminal-text.ts';
import { listRefs } from '../../git/list-refs.ts';
import type { StagedRepository } from '../../git/staged-repository.ts';
import { writeBundle } from '../../git/write-bundle.ts';
import { createFinding, type createFindingCounter, type FindingTally } from '../../model/findings.ts';
import type { ExtractSelection } from './extract-selection.ts';
import type { ExtractTarget } from './extract-target.ts';

export interface ExtractJob {
  readonly selection: ExtractSelection;
  readonly target: ExtractTarget;
  /** A private, empty directory on the target's file system, which the caller removes. */
  readonly stagePath: string;
  /** Writes git bundles instead of bare repositories. */
  readonly asBundle: boolean;
  readonly findings: ReturnType<typeof createFindingCounter>;
  /** The `PATH` of the environment; only bundles need it. */
  readonly searchPath: string;
  readonly signal: AbortSignal;
}

/** Remarks about an extraction, besides the files that it wrote. */
export interface ExtractRemarks {
  /** Repositories without refs, for which git cannot create a bundle. */
  readonly emptyRepositories: readonly string[];
  /** Files that the store lists, but that are missing next to it. */
  readonly missing: readonly string[];
  readonly findings: readonly FindingTally[];
}

/** A bare repository in the staging directory that git can read. */
/** A repository in its current place, from which it is moved. */
type ReadyRepository = Pick<StagedRepository, 'archivePath' | 'directory' | 'sizeBytes'>;

/**
 * Moves a repository, or its bundle, to its final place. False if it has no refs: git cannot create an empty bundle. If it
 * is too damaged for a bundle, that is a finding.
 */
export async function extractRepository(
  { archivePath, directory, sizeBytes }: ReadyRepository,
  { target, asBundle, findings, searchPath, signal }: ExtractJob,
): Promise<boolean> {
  if (!asBundle) {
    await target.place(archivePath, directory, sizeBytes);
    return true;
  }
  const refs = await listRefs({ directory }, { searchPath, signal });
  if (refs.size > 0) {
    const path = `${directory}.bundle`;
    const damage = await writeBundle({ gitDirectory: directory, path, searchPath, signal });
    if (damage === undefined) {
      await chmod(path, 0o600); // Git writes by umask.
      await target.place(archivePath.replace(/\.git$/, '.bundle'), path, sizeBytes);
    } else {
      const message = `In ${quoteText(archivePath)}: No bundle was written: git reports ${quoteText(damage)}`;
      findings.add(createFinding('git-damaged', message, { entryName: archivePath }));
    }
  }
  await rm(directory, { recursive: true, force: true });
  return refs.size > 0;
}
