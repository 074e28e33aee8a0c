import { ageOf } from '../base/durations.ts';
import type { ExitName } from '../model/exit-codes.table.ts';
import type { JournalLine, PartHistory } from '../model/journal.ts';
import {
  ARCHIVE_KEPT_DAYS,
  type MigrationId,
  type MigrationOwner,
  type MigrationRequest,
} from '../model/migrations.ts';
import type { StoreChanges } from '../model/store-changes.ts';

export interface RecordedBackup {
  readonly backup: string;
  readonly account: string;
  readonly request: MigrationRequest;
  readonly splitSize?: number | undefined;
  readonly leftOut?: readonly string[] | undefined;
  readonly beganAtMs: number;
}

/** Identifies the backups of one account with the same request. */
export interface BackupKey {
  readonly baseUrl: string;
  readonly owner: MigrationOwner;
  readonly account: string;
  /** The options of the request, as canonical JSON. */
  readonly requested: string;
}

const NO_HISTORY: PartHistory = { intendedAtMs: undefined, migration: undefined, hasFailed: false };

/** The last backup of this kind, if it was neither finished nor given up. */
export function findOpenBackup(lines: readonly JournalLine[], key: BackupKey): RecordedBackup | undefined {
  return foldBackups(lines, key).open;
}

/** The last backup of this kind that was finished. */
export function findFinishedBackup(
  lines: readonly JournalLine[],
  key: BackupKey,
): FinishedBackup | undefined {
  return foldBackups(lines, key).finished;
}

export interface FinishedBackup extends RecordedBackup {
  readonly finishedAtMs: number;
  /** What its run was about to report; undefined if another run finished it. */
  readonly exit?: ExitName | undefined;
  readonly missingRepositories?: readonly string[] | undefined;
  readonly failedRepositories?: readonly string[] | undefined;
  readonly changes?: StoreChanges | undefined;
}

export interface BegunBackup extends RecordedBackup {
  /** Neither finished nor given up. */
  readonly isOpen: boolean;
}

/** All backups in the journal, of all accounts, in the order in which they were begun. */
export function listBackups(lines: readonly JournalLine[]): readonly BegunBackup[] {
  const backups = new Map<string, BegunBackup>();
  const ends = endsOf(lines);
  for (const line of lines) {
    if (line.type === 'backup-begun') {
      backups.set(line.backup, { ...recordedBackup(line), isOpen: !ends.has(line.backup) });
    }
  }
  return [...backups.values()];
}

function recordedBackup({
  backup,
  account,
  request,
  splitSize,
  leftOut,
  at,
}: LineOf<'backup-begun'>): RecordedBackup {
  return { backup, account, request, splitSize, leftOut, beganAtMs: Date.parse(at) };
}

type EndLine = LineOf<'backup-finished' | 'backup-given-up'>;

/** The ends of backups, by backup. An end may come before its beginning if another machine's clock is slow. */
function endsOf(lines: readonly JournalLine[]): ReadonlyMap<string, EndLine> {
  return new Map(lines.filter(isEnd).map((line) => [line.backup, line]));
}

/** Afterwards the service has deleted the archive of the migration: an interrupted backup then starts over. */
const MAX_RESUMED_AGE_MS = ARCHIVE_KEPT_DAYS * 86_400_000;

/** Why an interrupted backup is not resumed; undefined if it may be. */
export function reasonAgainstResuming(
  { beganAtMs }: Pick<RecordedBackup, 'beganAtMs'>,
  nowMs: number,
): string | undefined {
  const ageMs = ageOf(beganAtMs, nowMs);
  if (ageMs === undefined) {
    return 'it is dated in the future';
  }
  return ageMs > MAX_RESUMED_AGE_MS ? 'it is too old' : undefined;
}

function foldBackups(
  lines: readonly JournalLine[],
  key: BackupKey,
): { readonly open: RecordedBackup | undefined; readonly finished: FinishedBackup | undefined } {
  const runs = new Set<string>();
  const ends = endsOf(lines);
  let open: RecordedBackup | undefined;
  let finished: FinishedBackup | undefined;
  for (const line of lines) {
    if (line.type === 'run-begun') {
      runs[isSameAccount(line, key) ? 'add' : 'delete'](line.run);
    } else if (line.type === 'backup-begun' && runs.has(line.run) && isSameRequest(line, key)) {
      const begun = recordedBackup(line);
      const end = ends.get(line.backup);
      open = end === undefined ? begun : undefined;
      if (end?.type === 'backup-finished') {
        const { at, exit, missingRepositories, failedRepositories, changes } = end;
        const finishedAtMs = Date.parse(at);
        finished = { ...begun, finishedAtMs, exit, missingRepositories, failedRepositories, changes };
      }
    }
  }
  return { open, finished };
}

/** Creates a function that returns the history of each part of each backup, across all of its runs. */
export function readPartHistories(
  lines: readonly JournalLine[],
): (backup: string, part: string) => PartHistory {
  const histories = new Map<string, PartHistory>();
  const keyOf = (backup: string, part: string) => `${backup} ${part}`;
  const backups = new Map<string, string>();
  for (const line of lines) {
    if (isBeginning(line)) {
      backups.set(line.run, line.backup);
    }
    const backup = backups.get(line.run);
    if ('part' in line && backup !== undefined) {
      const key = keyOf(backup, line.part);
      histories.set(key, afterLine(line, histories.get(key) ?? NO_HISTORY));
    }
  }
  return (backup, part) => histories.get(keyOf(backup, part)) ?? NO_HISTORY;
}

/** The lines of runs that used one service: migration ids are only valid at their own service. */
export function linesAtService(lines: readonly JournalLine[], baseUrl: string): readonly JournalLine[] {
  const runs = new Set<string>();
  return lines.filter((line) => {
    if (line.type === 'run-begun') {
      runs[line.baseUrl === baseUrl ? 'add' : 'delete'](line.run); // Settings may change between attempts.
    }
    return runs.has(line.run);
  });
}

/** The download of each migration, by its id. */
export function findDownloads(
  lines: readonly JournalLine[],
): ReadonlyMap<MigrationId, Extract<JournalLine, { readonly type: 'downloaded' }>> {
  return new Map(
    lines.flatMap((line) => (line.type === 'downloaded' ? [[line.migrationId, line] as const] : [])),
  );
}

/** All migrations of the parts of this backup: none of them can belong to another part. */
export function findMigrationsOf(lines: readonly JournalLine[], backup: string): ReadonlySet<MigrationId> {
  return migrationsByBackup(lines).get(backup) ?? new Set();
}

function migrationsByBackup(lines: readonly JournalLine[]): ReadonlyMap<string, ReadonlySet<MigrationId>> {
  const backupOfRun = new Map<string, string>();
  const migrations = new Map<string, Set<MigrationId>>();
  for (const line of lines) {
    if (isBeginning(line)) {
      backupOfRun.set(line.run, line.backup);
    } else if (line.type === 'migration-known') {
      const backup = backupOfRun.get(line.run) ?? '';
      const ids = migrations.get(backup) ?? new Set();
      migrations.set(backup, ids.add(line.migrationId));
    }
  }
  return migrations;
}

/** Migrations that are of no use to a new backup: failed, given up, or part of a backup that has ended. */
export function findSpentMigrations(lines: readonly JournalLine[]): ReadonlySet<MigrationId> {
  const spent = new Set<MigrationId>();
  for (const line of lines) {
    if (line.type === 'part-failed' || line.type === 'part-abandoned') {
      spent.add(line.migrationId);
    }
  }
  const migrations = migrationsByBackup(lines);
  for (const backup of endsOf(lines).keys()) {
    for (const id of migrations.get(backup) ?? []) {
      spent.add(id);
    }
  }
  return spent;
}

/**
 * Creates a function that says whether a later run may resume a migration: those of an interrupted backup that is not
 * too old.
 */
export function findNeededMigrations(
  lines: readonly JournalLine[],
  nowMs: number,
): (migrationId: MigrationId) => boolean {
  const spent = findSpentMigrations(lines);
  const migrations = migrationsByBackup(lines);
  const needed = new Set(
    listBackups(lines)
      .filter((backup) => backup.isOpen && reasonAgainstResuming(backup, nowMs) === undefined)
      .flatMap(({ backup }) => [...(migrations.get(backup) ?? [])]),
  );
  return (migrationId) => needed.has(migrationId) && !spent.has(migrationId);
}

function isSameAccount(
  line: { readonly baseUrl: string; readonly owner: MigrationOwner },
  { baseUrl, owner }: BackupKey,
): boolean {
  return line.baseUrl === baseUrl && JSON.stringify(line.owner) === JSON.stringify(owner);
}

function isSameRequest(
  line: { readonly account: string; readonly wish: string },
  { account, requested }: BackupKey,
): boolean {
  return line.wish === requested && line.account.toLowerCase() === account.toLowerCase();
}

type LineOf<Type extends JournalLine['type']> = Extract<JournalLine, { readonly type: Type }>;

function isBeginning(line: JournalLine): line is LineOf<'backup-begun' | 'backup-resumed'> {
  return line.type === 'backup-begun' || line.type === 'backup-resumed';
}

function isEnd(line: JournalLine): line is EndLine {
  return line.type === 'backup-finished' || line.type === 'backup-given-up';
}

type PartLine = Extract<JournalLine, { readonly part: string }>;

function afterLine(line: PartLine, history: PartHistory): PartHistory {
  switch (line.type) {
    case 'start-intended':
      return { ...history, intendedAtMs: Date.parse(line.at), repositoryIds: line.repositoryIds };
    case 'migration-known': {
      const { migrationId: id, createdAt, origin } = line;
      return { ...history, migration: { id, createdAt, origin } };
    }
    case 'part-failed':
      return { ...history, hasFailed: true };
    case 'part-abandoned':
      return NO_HISTORY;
  }
}
