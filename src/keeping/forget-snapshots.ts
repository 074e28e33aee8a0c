import { forgetArchives } from '../vault/forget-archives.ts';
import { storedFileOf } from '../vault/manifest.ts';
import { removeUnneededFiles, removeUnneededWhenFree, type UnneededFile } from './unneeded-files.ts';

type Removal = Parameters<typeof forgetArchives>[0];

interface ForgetOptions extends Removal {
  /** Removes nothing, and reports what would be freed. */
  readonly isDryRun: boolean;
  /** The waiting command, as typed by a person. */
  readonly command: string;
  /** Leaves attachments and repositories to a prune. */
  readonly leavesFiles?: boolean | undefined;
}

/** What was forgotten; of a dry run, what would be freed. */
export interface ForgetReport {
  /** File names of the removed archives; in a dry run, of those that would be. */
  readonly archives: readonly string[];
  readonly freedBytes: number;
  /** Bytes of archives, and of the attachments and repositories that no other snapshot needs. */
  readonly freedBytesByKind: Readonly<Record<'archives' | 'attachments' | 'git', number>>;
}

/**
 * Executes the removals of a plan, and removes the files that only the forgotten snapshots needed. The store keeps the
 * history of all records and texts. Fails as `forgetArchives` does.
 */
export async function forgetSnapshots(options: ForgetOptions): Promise<ForgetReport> {
  const { vault, groups, isDryRun, command, signal, leavesFiles = false } = options;
  const leaving = new Set(
    groups.flatMap(({ rows }) =>
      rows.flatMap(({ action, snapshot }) => (action === 'remove' ? snapshot.archives : [])),
    ),
  );
  if (isDryRun) {
    const manifests = (await vault.manifests()).filter(({ archive }) => leaving.has(archive));
    const archivesBytes = manifests.reduce((sum, manifest) => sum + storedFileOf(manifest).sizeBytes, 0);
    const forgetting = leaving;
    const files =
      leaving.size === 0 ? [] : await removeUnneededFiles({ vault, forgetting, isDryRun, signal });
    return reportOf([...leaving], archivesBytes, files);
  }
  const { archives, freedBytes } = await forgetArchives(options);
  const hasFiles = archives.length > 0 && !leavesFiles;
  const files = hasFiles ? await removeUnneededWhenFree({ vault, isDryRun, command, signal }) : [];
  return reportOf(archives, freedBytes, files);
}

function reportOf(
  archives: readonly string[],
  archivesBytes: number,
  files: readonly UnneededFile[],
): ForgetReport {
  const bytesOf = (wanted: UnneededFile['kind']) =>
    files.reduce((sum, { kind, sizeBytes }) => sum + (kind === wanted ? sizeBytes : 0), 0);
  const freedBytesByKind = {
    archives: archivesBytes,
    attachments: bytesOf('attachments'),
    git: bytesOf('git'),
  };
  const freedBytes = archivesBytes + freedBytesByKind.attachments + freedBytesByKind.git;
  return { archives, freedBytes, freedBytesByKind };
}
