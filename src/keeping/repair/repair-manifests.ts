import { existsSync } from 'node:fs';
import { sizeOfFile } from '../../base/file-failure.ts';
import { definedMembers, isJsonObject, parseJson } from '../../base/json.ts';
import { digestOfFile } from '../../base/read-pieces.ts';
import type { BackupRequest } from '../../model/backup-request.ts';
import { Failure } from '../../model/failure.ts';
import type { JournalLine } from '../../model/journal.ts';
import type { MigrationId, MigrationRequest } from '../../model/migrations.ts';
import { listBackups, readPartHistories } from '../../vault/backup-history.ts';
import { type Manifest, plainNameOf } from '../../vault/manifest.ts';
import { type Scope, scopeOfRequest } from '../../vault/scope.ts';
import { partsOf } from '../check/left-archives.ts';
import { describeArchive, examineArchive } from '../import/examine-archive.ts';
import type { RepairOptions } from '../repair.ts';

interface MakeManifestOptions
  extends Pick<RepairOptions, 'clock' | 'opening' | 'satchelVersion' | 'signal' | 'vault'> {
  readonly lines: readonly JournalLine[];
}

/**
 * Recreates the manifest of an archive from the archive and from the journal's lines about its download. The results of
 * comparisons and the pin are lost. Fails if the archive is missing, or differs from what was downloaded.
 */
export async function makeManifest(archive: string, options: MakeManifestOptions): Promise<Manifest> {
  return await options.vault.withArchives(
    [archive],
    async ([path = '']) => await describe(archive, path, options),
  );
}

async function describe(archive: string, path: string, options: MakeManifestOptions): Promise<Manifest> {
  const { lines, opening, clock, signal } = options;
  if (!existsSync(path)) {
    throw new Failure('absent', `The archive "${archive}" is missing, too`);
  }
  const examined = await examineArchive(path, { opening, clock, signal });
  const downloaded = findDownload(archive, lines);
  if (downloaded !== undefined && downloaded.sha256 !== examined.sha256) {
    throw new Failure('archive-damaged', `The archive "${archive}" differs from what was downloaded`);
  }
  const { account = accountOfName(archive), ...known } =
    downloaded === undefined ? {} : factsOf(downloaded, lines);
  const described = describeArchive(examined, archive, { ...options, ...definedMembers({ account }) });
  const manifest = { ...described, ...definedMembers(known) };
  return examined.isEncrypted
    ? {
        ...manifest,
        encryption: {
          method: 'age',
          recipients: [],
          sizeBytes: (await sizeOfFile(path)) ?? 0,
          sha256: await digestOfFile(path, signal),
        },
      }
    : manifest;
}

/** Archive names contain the account: `20260601T120000Z-mira-7.tar.gz`. */
function accountOfName(archive: string): string | undefined {
  return /^\d{8}T\d{6}Z-(.+)-[0-9a-f]+\.tar/.exec(archive)?.[1];
}

type Downloaded = Extract<JournalLine, { readonly type: 'downloaded' }>;

function findDownload(archive: string, lines: readonly JournalLine[]): Downloaded | undefined {
  const name = plainNameOf(archive);
  return lines.findLast((line): line is Downloaded => line.type === 'downloaded' && line.archive === name);
}

/** What the run that downloaded an archive has recorded about it. */
function factsOf(downloaded: Downloaded, lines: readonly JournalLine[]) {
  const own = lines.filter(({ run }) => run === downloaded.run);
  const begun = own.findLast((line) => line.type === 'run-begun');
  const known = lines.findLast(
    (line) => line.type === 'migration-known' && line.migrationId === downloaded.migrationId,
  );
  const begunBackup = own.findLast((line) => line.type === 'backup-begun');
  const chosen = own.findLast((line) => line.type === 'backup-begun' || line.type === 'backup-resumed');
  const { guid, createdAt } = known?.type === 'migration-known' ? known : {};
  return {
    origin: 'backup' as const,
    account: own.findLast((line) => line.type === 'account-known')?.account ?? begunBackup?.account,
    baseUrl: begun?.baseUrl,
    backup: chosen?.backup,
    request: findRequest(downloaded.migrationId, chosen?.backup, lines),
    scope: findScope(chosen?.backup, lines),
    migration:
      guid === undefined || createdAt === undefined
        ? undefined
        : { id: downloaded.migrationId, guid, createdAt, updatedAt: createdAt },
    takenAt: createdAt,
    downloadedAt: downloaded.at,
  };
}

/** What the person asked for, as the journal has it. */
function findScope(backup: string | undefined, lines: readonly JournalLine[]): Scope | undefined {
  const begun = lines.find((line) => line.type === 'backup-begun' && line.backup === backup);
  const wish = begun?.type === 'backup-begun' ? parseJson(begun.wish) : undefined;
  return begun?.type === 'backup-begun' && isJsonObject(wish)
    ? scopeOfRequest(wish as unknown as BackupRequest, {
        // As `openBackup` wrote it.
        request: begun.request,
        isOfMigration: 'migrationId' in wish,
      })
    : undefined;
}

/** The request of the migration: that of its part of the backup. */
function findRequest(
  migrationId: MigrationId,
  backup: string | undefined,
  lines: readonly JournalLine[],
): MigrationRequest | undefined {
  const begun = listBackups(lines).find((each) => each.backup === backup);
  const parts = begun === undefined ? [] : partsOf(begun, readPartHistories(lines));
  return parts.find(({ migration }) => migration?.id === migrationId)?.part.request;
}
