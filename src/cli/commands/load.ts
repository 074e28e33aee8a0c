import type { Command } from 'commander';
import { openArchiveArgument } from '../../app/archive-argument.ts';
import { type ArchiveFile, type VaultArchive, withArchiveFiles } from '../../app/archive-files.ts';
import { rememberLast } from '../../app/last-used.ts';
import {
  type ArchiveClaims,
  archiveFactsOf,
  groupBySnapshot,
  type KnownArchives,
  loadIntoStore,
} from '../../app/load-into-store.ts';
import { type StoreSettings, writeStore } from '../../app/store-location.ts';
import type { ArchiveSource } from '../../archive/archive-source.ts';
import { formatDuration } from '../../base/durations.ts';
import { countText, totalOf } from '../../base/sizes.ts';
import { Failure } from '../../model/failure.ts';
import { exitOfFindings, type FindingTally } from '../../model/findings.ts';
import type { ChangeCounts } from '../../store/change-counts.ts';
import { requireDriver } from '../../store/driver.ts';
import type { CommandContext } from '../context.ts';
import { type ArchiveFlags, addArchiveFlags, readingOf } from '../flags/archive-flags.ts';
import { addFlag, addHelpEnd, type CommonFlags, parsePastTime } from '../flags/flags.ts';
import { addStoreFlags } from '../flags/store-flags.ts';
import { createReporter, type Reporter } from '../output/reporter.ts';
import { formatFindings } from '../render/format-findings.ts';

/** What may happen to a record, in the order of the report. */
const CHANGES = ['added', 'changed', 'vanished', 'returned', 'unchanged'] as const;

interface LoadFlags extends StoreSettings, ArchiveFlags, ArchiveClaims, CommonFlags {
  readonly together?: boolean;
  readonly git?: boolean;
  readonly search?: boolean;
  readonly salvage?: boolean;
}

/** `satchel load ARCHIVE…`: verifies and loads archives, the oldest first; prints the path of the store. */
export function defineLoad(command: Command, context: CommandContext): void {
  command.argument(
    '<archives...>',
    'each a .tar.gz, a .tar, an extracted folder or s3://BUCKET/PREFIX/archives/NAME; - is stdin',
  );
  addStoreFlags(command);
  addFlag(command, '--together', 'load the archives as parts of one export, in one snapshot');
  addFlag(command, '--taken-at <time>', 'when the archive was taken (default: the newest date in it)', {
    parse: (text) => parsePastTime(text, context.clock.now()),
  });
  addFlag(command, '--no-git', 'do not keep git repositories next to the store');
  addFlag(
    command,
    '--no-search',
    'build no full-text index: the load is faster and the store smaller, but cannot be searched',
  );
  addFlag(command, '--as-history', 'add an archive that is older than the store to its history');
  addFlag(
    command,
    '--complete',
    'treat the archive as complete: records of its accounts that it lacks count as deleted',
  );
  addFlag(
    command,
    '--salvage',
    'load what can be read of a damaged archive; what is missing does not count as deleted',
  );
  addArchiveFlags(command);
  addHelpEnd(command, [
    'load work.tar.gz --db work.db',
    'load 2025.tar.gz 2026.tar.gz --db work.db',
    'load 2019.tar.gz --db work.db --as-history',
    'load half.tar.gz --db work.db --salvage',
    'load git.tar.gz metadata.tar.gz --together --db work.db',
  ]);
  command.action(async (paths: readonly string[], flags: LoadFlags) => {
    requireDriver();
    const reporter = createReporter(context, flags);
    const { dbPath, findings } = await withArchiveFiles(
      paths,
      { ...context, ...flags },
      async (files) => await loadFiles(files, { flags, reporter }, context),
    );
    await rememberLast({ store: dbPath }, context, (text) => context.stderr.write(`${text}\n`));
    if (flags.json !== true) {
      context.stdout.write(`${dbPath}\n`);
    }
    const exit = exitOfFindings(findings);
    // A salvage is asked for what can be read, and has done that.
    context.endWith(exit === 'verification' && flags.salvage === true ? 'warnings' : exit);
  });
}

async function loadFiles(
  files: readonly ArchiveFile[],
  { flags, reporter }: { readonly flags: LoadFlags; readonly reporter: Reporter },
  context: CommandContext,
) {
  const known = new Map<ArchiveSource, VaultArchive | undefined>();
  for (const file of files) {
    known.set(await openArchiveArgument(file.path, context, flags), file.known);
  }
  const findings: FindingTally[] = [];
  const { limits } = readingOf(flags);
  const snapshots = await groupBySnapshot(known, { isTogether: flags.together === true, limits }, context);
  if (flags.takenAt !== undefined && snapshots.length > 1) {
    throw new Failure('usage', `Cannot use --taken-at with ${snapshots.length} archives: it applies to one`);
  }
  const dbPath = await writeStore(flags, { ...context, command: 'satchel load' }, async (path) => {
    for (const snapshot of snapshots) {
      const arrival = { snapshot, known, dbPath: path, flags };
      findings.push(...(await loadSnapshot(arrival, reporter, context).finally(reporter.end)));
    }
    return path;
  });
  return { dbPath, findings };
}

interface LoadOrder {
  readonly snapshot: readonly ArchiveSource[];
  readonly known: KnownArchives;
  readonly dbPath: string;
  readonly flags: LoadFlags;
}

async function loadSnapshot(
  { snapshot, known, dbPath, flags }: LoadOrder,
  reporter: Reporter,
  context: CommandContext,
): Promise<readonly FindingTally[]> {
  const name = snapshot.map((source) => source.name).join(', ');
  const { load, verification } = await loadIntoStore(
    {
      ...readingOf(flags),
      sources: snapshot,
      dbPath,
      archive: archiveFactsOf(snapshot, known, flags),
      hasGit: flags.git !== false,
      hasSearch: flags.search !== false,
      isSalvage: flags.salvage === true,
    },
    { ...context, onReport: reporter.report },
  );
  const { findings, isVerified } = verification;
  const records = totalOf(load.counts);
  const isPart = flags.salvage === true && !verification.container.isWhole;
  const words = load.isNew
    ? `${isPart ? 'Salvaged' : 'Loaded'} ${countText(records, 'record')} of ${name} in ${formatDuration(load.durationMs)}: ${formatChanges(load.changes, records)}`
    : load.hasNewIndex === true
      ? `Indexed the texts of the store, which has ${name} already`
      : `Nothing to do: ${name} ${snapshot.length > 1 ? 'are' : 'is'} already in the store`;
  reporter.event('summary', { archive: name, ...load, isVerified, findings, isSalvaged: isPart }, words);
  if (findings.some(({ severity }) => severity !== 'info')) {
    reporter.note(formatFindings(findings).trimEnd());
  }
  return findings;
}

/**
 * Summarizes the changes of a load: `3 added, 1 vanished, 120 unchanged`. If the archive had more records than these,
 * it contained some of them more than once, and the summary says so.
 */
function formatChanges(changes: Readonly<Record<string, ChangeCounts>>, recordCount: number): string {
  const totals = CHANGES.map((change) => ({
    change,
    total: totalOf(
      Object.fromEntries(Object.entries(changes).map(([kind, counts]) => [kind, counts[change]])),
    ),
  }));
  const words = totals.filter(({ total }) => total > 0).map(({ change, total }) => `${total} ${change}`);
  const met = totals.filter(({ change }) => change !== 'vanished');
  const repeated = recordCount - met.reduce((sum, { total }) => sum + total, 0);
  const again = repeated > 0 ? [`${repeated} repeated (the last one counts)`] : [];
  return words.length === 0 ? 'nothing changed' : [...words, ...again].join(', ');
}
