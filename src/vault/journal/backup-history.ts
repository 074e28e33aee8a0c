import { ageOf } from '../../base/index.ts';
import {
  ARCHIVE_KEPT_DAYS,
  type JournalLine,
  type MigrationId,
  type MigrationOwner,
  type MigrationRequest,
  type PartHistory,
} from '../../model/index.ts';

/** A backup that was begun and not finished. */
export interface OpenBackup {
  readonly backup: string;
  readonly account: string;
  readonly request: MigrationRequest;
  readonly splitSize?: number | undefined;
  readonly leftOut?: readonly string[] | undefined;
  readonly beganAtMs: number;
}

/** Whose backup, and of what. */
export interface BackupKey {
  readonly baseUrl: string;
  readonly owner: MigrationOwner;
  readonly account: string;
  /** What the person asked for, as canonical JSON. */
  readonly wish: string;
}

const NO_HISTORY: PartHistory = { intendedAtMs: undefined, migration: undefined, hasFailed: false };

/** The last backup of this kind, where it was begun and neither finished nor given up. */
export function findOpenBackup(lines: readonly JournalLine[], key: BackupKey): OpenBackup | undefined {
  return foldBackups(lines, key).open;
}

/** The last backup of this kind that was finished, and when. */
export function findFinishedBackup(
  lines: readonly JournalLine[],
  key: BackupKey,
): FinishedBackup | undefined {
  return foldBackups(lines, key).finished;
}

/** A backup that some run began, whatever became of it. */
export interface BegunBackup extends OpenBackup {
  /** Neither finished nor given up. */
  readonly isOpen: boolean;
  /** Some run of it was to encrypt its archives. */
  readonly isEncrypted: boolean;
}

/** All backups that the journal knows, of whatever account, in the order of their beginnings. */
export function listBackups(lines: readonly JournalLine[]): readonly BegunBackup[] {
  const backups = new Map<string, BegunBackup>();
  for (const line of lines) {
    if (line.type === 'backup-begun') {
      const { backup, account, request, splitSize, leftOut, at, isEncrypted = false } = line;
      const beganAtMs = Date.parse(at);
      const whose = { backup, account, request, splitSize, leftOut, beganAtMs };
      backups.set(backup, { ...whose, isOpen: true, isEncrypted });
    } else if (isEnd(line) || line.type === 'backup-resumed') {
      const begun = backups.get(line.backup);
      if (begun !== undefined) {
        const isEncrypted = begun.isEncrypted || (!isEnd(line) && line.isEncrypted === true);
        backups.set(line.backup, { ...begun, isOpen: begun.isOpen && !isEnd(line), isEncrypted });
      }
    }
  }
  return [...backups.values()];
}

/** After so long the archive of its migration is gone at the service: a backup that broke off then begins anew. */
const MAX_RESUMED_AGE_MS = ARCHIVE_KEPT_DAYS * 86_400_000;

/** Why a backup that broke off is not gone on with; undefined where it may be. */
export function reasonAgainstResuming(
  { beganAtMs }: Pick<OpenBackup, 'beganAtMs'>,
  nowMs: number,
): string | undefined {
  const ageMs = ageOf(beganAtMs, nowMs);
  if (ageMs === undefined) {
    return 'it is dated in the future';
  }
  return ageMs > MAX_RESUMED_AGE_MS ? 'it is too old' : undefined;
}

/** A backup of which nothing is left to do. */
export interface FinishedBackup {
  readonly backup: string;
  readonly finishedAtMs: number;
}

function foldBackups(
  lines: readonly JournalLine[],
  key: BackupKey,
): { readonly open: OpenBackup | undefined; readonly finished: FinishedBackup | undefined } {
  const runs = new Set<string>();
  let open: OpenBackup | undefined;
  let finished: FinishedBackup | undefined;
  for (const line of lines) {
    if (line.type === 'run-begun') {
      runs[isSameAccount(line, key) ? 'add' : 'delete'](line.run);
    } else if (line.type === 'backup-begun' && runs.has(line.run) && isSameWish(line, key)) {
      const { backup, account, request, splitSize, leftOut, at } = line;
      open = { backup, account, request, splitSize, leftOut, beganAtMs: Date.parse(at) };
    } else if (isEnd(line) && line.backup === open?.backup) {
      const { type, backup, at } = line;
      finished = type === 'backup-finished' ? { backup, finishedAtMs: Date.parse(at) } : finished;
      open = undefined;
    }
  }
  return { open, finished };
}

/** Tells what is known of each part of a backup, whichever runs wrote it. */
export function readPartHistories(
  lines: readonly JournalLine[],
  backup: string,
): (part: string) => PartHistory {
  const parts = new Map<string, PartHistory>();
  const runs = new Set<string>();
  for (const line of lines) {
    if (isBeginning(line)) {
      runs[line.backup === backup ? 'add' : 'delete'](line.run);
    }
    if ('part' in line && runs.has(line.run)) {
      const history = parts.get(line.part) ?? NO_HISTORY;
      parts.set(line.part, afterLine(line, history));
    }
  }
  return (part) => parts.get(part) ?? NO_HISTORY;
}

/** The lines of runs that spoke to one service: ids of migrations mean nothing at another one. */
export function linesAtService(lines: readonly JournalLine[], baseUrl: string): readonly JournalLine[] {
  const runs = new Set<string>();
  return lines.filter((line) => {
    if (line.type === 'run-begun') {
      runs[line.baseUrl === baseUrl ? 'add' : 'delete'](line.run); // Between attempts, settings may change.
    }
    return runs.has(line.run);
  });
}

/** What was downloaded of each migration, by its id. */
export function findDownloads(
  lines: readonly JournalLine[],
): ReadonlyMap<MigrationId, Extract<JournalLine, { readonly type: 'downloaded' }>> {
  return new Map(
    lines.flatMap((line) => (line.type === 'downloaded' ? [[line.migrationId, line] as const] : [])),
  );
}

/** Every migration that a part of this backup had: none of them is another part's. */
export function findMigrationsOf(lines: readonly JournalLine[], backup: string): ReadonlySet<MigrationId> {
  const ids = new Set<MigrationId>();
  const runs = new Set<string>();
  for (const line of lines) {
    if (isBeginning(line)) {
      runs[line.backup === backup ? 'add' : 'delete'](line.run);
    } else if (line.type === 'migration-known' && runs.has(line.run)) {
      ids.add(line.migrationId);
    }
  }
  return ids;
}

/** Migrations that are of no use to a new backup: failed, given up, or part of a backup that is over. */
export function findSpentMigrations(lines: readonly JournalLine[]): ReadonlySet<MigrationId> {
  const spent = new Set<MigrationId>();
  const backupOfRun = new Map<string, string>();
  const idsOfBackup = new Map<string, MigrationId[]>();
  for (const line of lines) {
    if (isBeginning(line)) {
      backupOfRun.set(line.run, line.backup);
    } else if (line.type === 'migration-known') {
      const backup = backupOfRun.get(line.run) ?? '';
      idsOfBackup.set(backup, [...(idsOfBackup.get(backup) ?? []), line.migrationId]);
    } else if (line.type === 'part-failed' || line.type === 'part-abandoned') {
      spent.add(line.migrationId);
    }
    if (isEnd(line)) {
      for (const id of idsOfBackup.get(line.backup) ?? []) {
        spent.add(id);
      }
    }
  }
  return spent;
}

/** Tells which migrations a later run may go on with: those of a backup that broke off and is not too old. */
export function findNeededMigrations(
  lines: readonly JournalLine[],
  nowMs: number,
): (migrationId: MigrationId) => boolean {
  const spent = findSpentMigrations(lines);
  const needed = new Set(
    listBackups(lines)
      .filter((backup) => backup.isOpen && reasonAgainstResuming(backup, nowMs) === undefined)
      .flatMap(({ backup }) => [...findMigrationsOf(lines, backup)]),
  );
  return (migrationId) => needed.has(migrationId) && !spent.has(migrationId);
}

function isSameAccount(
  line: { readonly baseUrl: string; readonly owner: MigrationOwner },
  { baseUrl, owner }: BackupKey,
): boolean {
  return line.baseUrl === baseUrl && JSON.stringify(line.owner) === JSON.stringify(owner);
}

function isSameWish(
  line: { readonly account: string; readonly wish: string },
  { account, wish }: BackupKey,
): boolean {
  return line.wish === wish && line.account.toLowerCase() === account.toLowerCase();
}

type LineOf<Type extends JournalLine['type']> = Extract<JournalLine, { readonly type: Type }>;

function isBeginning(line: JournalLine): line is LineOf<'backup-begun' | 'backup-resumed'> {
  return line.type === 'backup-begun' || line.type === 'backup-resumed';
}

function isEnd(line: JournalLine): line is LineOf<'backup-finished' | 'backup-given-up'> {
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
