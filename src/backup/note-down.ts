import { openArchiveSource, type VerifyReport } from '../archive/index.ts';
import type { VerifiedLoad } from '../load/index.ts';
import { type Manifest, verifyArchive } from '../vault/index.ts';
import { archiveName } from './archive-name.ts';
import type { BackupRun } from './backup-run.ts';
import type { ExportedPart } from './export-part.ts';
import type { Exports } from './export-parts.ts';
import type { OpenedBackup } from './open-backup.ts';

/** Writes the manifest of each archive, once everything in it was read. */
export async function noteDown(
  { parts }: Exports,
  { loaded, opened }: { readonly loaded: VerifiedLoad; readonly opened: OpenedBackup },
  run: BackupRun,
): Promise<readonly Manifest[]> {
  const manifests: Manifest[] = [];
  for (const part of parts) {
    const verification = parts.length === 1 ? loaded.verification : await verifyAlone(part, run);
    const manifest = manifestOf(part, { verification, backup: opened.backup }, run);
    await run.vault.addManifest(manifest);
    const { archive, isVerified } = manifest;
    await run.journal.write({ type: 'manifest-written', archive, isVerified });
    manifests.push(manifest);
  }
  return manifests;
}

/** Parts are loaded together; what each one holds is told by reading it once more. */
async function verifyAlone({ archive }: ExportedPart, { signal }: BackupRun): Promise<VerifyReport> {
  const source = await openArchiveSource(archive.path);
  return await verifyArchive({ source, level: 'records', searchPath: '', signal });
}

function manifestOf(
  { part, migration, archive }: ExportedPart,
  { verification, backup }: { readonly verification: VerifyReport; readonly backup: string },
  { account, service, clock, satchelVersion }: BackupRun,
): Manifest {
  const { id, guid, createdAt, updatedAt, repositories } = migration;
  return {
    manifestVersion: 2,
    archive: archiveName(account, migration),
    origin: 'backup',
    sizeBytes: archive.sizeBytes,
    sha256: archive.sha256,
    baseUrl: service.baseUrl.href,
    account,
    backup,
    request: part.request,
    migration: { id, guid, createdAt, updatedAt },
    repositories,
    takenAt: createdAt,
    downloadedAt: new Date(clock.now()).toISOString(),
    counts: verification.records,
    findings: verification.findings,
    isVerified: verification.isVerified,
    satchelVersion,
  };
}
