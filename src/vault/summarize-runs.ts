import type { ExitName } from '../model/exit-codes.table.ts';
import type { JournalLine } from '../model/journal.ts';
import type { MigrationId, MigrationOwner } from '../model/migrations.ts';
import type { StoreChanges } from '../model/store-changes.ts';
import { findOwedWork, type OwedWork } from './owed-work.ts';

/** Number of latest migrations for the median. */
const LATEST_MIGRATIONS = 5;

/** One run on a vault with all of its attempts, according to the journal: of a command, a job or a program. */
export interface RunSummary {
  readonly run: string;
  readonly command: string;
  /** The configured job that started it, if any. */
  readonly job: string | undefined;
  /** Distinguishes its configuration from others. */
  readonly configuration: string | undefined;
  readonly baseUrl: string;
  readonly owner: MigrationOwner;
  /** Login of the user or organization; undefined if the run was interrupted before it was known. */
  readonly account: string | undefined;
  /** The backup that it worked on; a backup has several runs if the first was interrupted. */
  readonly backup: string | undefined;
  readonly beganAt: string;
  /** Undefined if the run is in progress or was interrupted. */
  readonly endedAt: string | undefined;
  readonly exit: ExitName | undefined;
  /** Why it failed; undefined after success. */
  readonly reason: string | undefined;
  /** Migrations that it started, found, adopted or resumed. */
  readonly migrationIds: readonly MigrationId[];
  /** File names of the archives that it added to the vault. */
  readonly archives: readonly string[];
  readonly downloadedBytes: number;
  /** What its backup changed in the store; undefined for a first one. */
  readonly changes: StoreChanges | undefined;
  /** Waits for rate limits and outages of the service, not for the migration. */
  readonly waits: { readonly count: number; readonly totalMs: number };
  readonly troubles: number;
  /** What is still outstanding for its migrations at the end of the journal. */
  readonly owes: readonly OwedWork[];
}

/** Folds the lines of a journal into runs, in the order in which they began. */
export function summarizeRuns(lines: readonly JournalLine[]): readonly RunSummary[] {
  const owed = findOwedWork(lines).map(indexWork);
  return [...byRun(lines).values()].flatMap((own) => {
    const attempts = linesOf(own, 'run-begun');
    const [first, last] = [attempts[0], attempts.at(-1)];
    return first === undefined || last === undefined ? [] : [summarize({ first, last }, own, owed)];
  });
}

function byRun(lines: readonly JournalLine[]): ReadonlyMap<string, readonly JournalLine[]> {
  const runs = new Map<string, JournalLine[]>();
  for (const line of lines) {
    const own = runs.get(line.run) ?? [];
    runs.set(line.run, own);
    own.push(line);
  }
  return runs;
}

function summarize(
  { first, last }: Readonly<Record<'first' | 'last', LineOf<'run-begun'>>>,
  own: readonly JournalLine[],
  owed: readonly IndexedWork[],
): RunSummary {
  const { run, command, job, configuration, baseUrl, owner } = last;
  const chosen = own.findLast((line) => line.type === 'backup-begun' || line.type === 'backup-resumed');
  const ended = linesOf(own.slice(own.indexOf(last)), 'run-ended').at(-1); // Ends of earlier attempts do not count.
  const downloads = linesOf(own, 'downloaded');
  const waits = linesOf(own, 'waited');
  const migrationIds = migrationsOf(own);
  const account = linesOf(own, 'account-known').at(-1)?.account;
  const owedHere = owed.filter(({ work }) => work.baseUrl === baseUrl && work.account === account);
  return {
    run,
    command,
    job,
    configuration,
    baseUrl,
    owner,
    account,
    backup: chosen?.backup,
    beganAt: first.at,
    endedAt: ended?.at,
    exit: ended?.exit,
    reason: ended?.reason,
    migrationIds,
    archives: downloads.map(({ archive }) => archive),
    downloadedBytes: downloads.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    changes: linesOf(own, 'backup-finished').at(-1)?.changes,
    waits: { count: waits.length, totalMs: waits.reduce((sum, { durationMs }) => sum + durationMs, 0) },
    troubles: linesOf(own, 'trouble').length,
    owes: owedHere.map((indexed) => ownPart(indexed, migrationIds)).filter(isSomething),
  };
}

type LineOf<Type extends JournalLine['type']> = Extract<JournalLine, { readonly type: Type }>;

function linesOf<Type extends JournalLine['type']>(
  lines: readonly JournalLine[],
  type: Type,
): readonly LineOf<Type>[] {
  return lines.filter((line): line is LineOf<Type> => line.type === type);
}

function migrationsOf(lines: readonly JournalLine[]): readonly MigrationId[] {
  return [...new Set(lines.flatMap((line) => ('migrationId' in line ? [line.migrationId] : [])))];
}

/** Outstanding work by migration: a journal has tens of thousands of runs, and each may owe something. */
interface IndexedWork {
  readonly work: OwedWork;
  readonly unlocks: ReadonlyMap<MigrationId, OwedWork['unlocks']>;
  readonly deletions: ReadonlySet<MigrationId>;
}

function indexWork(work: OwedWork): IndexedWork {
  const unlocks = new Map<MigrationId, OwedWork['unlocks'][number][]>();
  for (const unlock of work.unlocks) {
    const own = unlocks.get(unlock.migrationId) ?? [];
    unlocks.set(unlock.migrationId, own);
    own.push(unlock);
  }
  return { work, unlocks, deletions: new Set(work.deletions) };
}

function ownPart({ work, unlocks, deletions }: IndexedWork, ids: readonly MigrationId[]): OwedWork {
  return {
    ...work,
    unlocks: ids.flatMap((id) => unlocks.get(id) ?? []),
    deletions: ids.filter((id) => deletions.has(id)),
  };
}

function isSomething({ unlocks, deletions }: OwedWork): boolean {
  return unlocks.length > 0 || deletions.length > 0;
}

/**
 * How long migrations in this journal took from their start until a run saw them exported, in milliseconds: the median
 * of the latest ones, or undefined if there are none. Migrations that a run only looked at later are not counted.
 */
export function findUsualWait(lines: readonly JournalLine[]): number | undefined {
  /** By run: a later attempt of the same run may only look at what the former one started. */
  const startedAt = new Map<string, Map<MigrationId, number>>();
  const waits: number[] = [];
  for (const line of lines) {
    if (line.type === 'run-begun') {
      startedAt.set(line.run, new Map());
    } else if (line.type === 'migration-known' && line.origin === 'started') {
      const started = startedAt.get(line.run) ?? new Map<MigrationId, number>();
      startedAt.set(line.run, started.set(line.migrationId, Date.parse(line.at)));
    } else if (line.type === 'state-seen' && line.state === 'exported') {
      const startedAtMs = startedAt.get(line.run)?.get(line.migrationId);
      if (startedAtMs !== undefined) {
        waits.push(Date.parse(line.at) - startedAtMs);
      }
    }
  }
  const latest = waits.slice(-LATEST_MIGRATIONS).sort((a, b) => a - b);
  return latest[Math.floor(latest.length / 2)];
}
