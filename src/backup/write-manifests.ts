import { openArchiveSource } from '../archive/archive-source.ts';
import type { VerifyReport } from '../archive/verification.ts';
import { definedMembers } from '../base/json.ts';
import { formatTimestamp } from '../base/timestamps.ts';
import type { VerifiedLoad } from '../load/load-archive.ts';
import { archiveName } from '../vault/archive-name.ts';
import { type Completeness, encryptedNameOf, type Manifest } from '../vault/manifest.ts';
import { scopeOfRequest } from '../vault/scope.ts';
import { verifyArchive } from '../vault/verify-archive.ts';
import type { BackupRun } from './backup-options.ts';
import { coveredRequest, idsOfPart } from './covered-request.ts';
import type { ExportedPart } from './export-part.ts';
import type { Exports } from './export-parts.ts';
import type { OpenedBackup } from './open-backup.ts';

/**
 * Writes the manifest of each archive after its content was verified. If loading failed, the manifest says that it is
 * outstanding: the archive is a good copy nevertheless.
 */
export async function writeManifests(
  { parts, failedRepositories }: Exports,
  { loaded, opened, completeness, encryptions }: Known,
  run: BackupRun,
): Promise<readonly Manifest[]> {
  const manifests: Manifest[] = [];
  for (const part of parts) {
    const verification =
      parts.length === 1 && loaded !== undefined ? loaded.verification : await verifyAlone(part, run);
    const name = archiveName(run.account, part.migration);
    const encryption = encryptions.get(name);
    const manifest: Manifest = {
      ...manifestOf(part, { verification, backup: opened.backup, failedRepositories }, run),
      scope: scopeOfRequest(run.requested, {
        request: opened.request,
        isOfMigration: run.migration !== undefined,
      }),
      archive: encryption === undefined ? name : encryptedNameOf(name),
      ...definedMembers({ encryption, completeness }),
      ...(loaded === undefined ? { loading: 'owed' as const } : {}),
    };
    await run.vault.addManifest(manifest);
    const { archive, isVerified, sha256 } = manifest;
    await run.journal.write({ type: 'manifest-written', archive, isVerified, sha256 });
    manifests.push(manifest);
  }
  return manifests;
}

/** What is known about a backup after it was read. */
interface Known {
  readonly loaded: VerifiedLoad | undefined;
  readonly opened: OpenedBackup;
  readonly completeness: Completeness | undefined;
  /** By the names of the plain archives. */
  readonly encryptions: ReadonlyMap<string, NonNullable<Manifest['encryption']>>;
}

/** Parts are loaded together; to count the records of each, it is read again. */
async function verifyAlone({ archive }: ExportedPart, { signal }: BackupRun): Promise<VerifyReport> {
  const source = await openArchiveSource(archive.path);
  return await verifyArchive({ source, level: 'records', searchPath: '', signal });
}

function manifestOf(
  exported: ExportedPart,
  {
    verification,
    backup,
    failedRepositories,
  }: Pick<Exports, 'failedRepositories'> & {
    readonly verification: VerifyReport;
    readonly backup: string;
  },
  run: BackupRun,
): Omit<Manifest, 'archive' | 'encryption' | 'completeness'> {
  const { part, migration, archive } = exported;
  const { account, service, clock, satchelVersion } = run;
  const { id, guid, createdAt, updatedAt, repositories } = migration;
  return {
    manifestVersion: 2,
    origin: 'backup',
    sizeBytes: archive.sizeBytes,
    sha256: archive.sha256,
    baseUrl: service.baseUrl.href,
    account,
    backup,
    request: coveredRequest(part.request, { failedRepositories }, run),
    migration: { id, guid, createdAt, updatedAt, repositoryIds: idsOfPart(exported, run) },
    repositories,
    takenAt: createdAt,
    downloadedAt: formatTimestamp(clock.now()),
    counts: verification.records,
    findings: verification.findings,
    isVerified: verification.isVerified,
    satchelVersion,
  };
}
