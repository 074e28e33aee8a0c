import type { Command } from 'commander';
import { formatDuration } from '../../base/index.ts';
import { loadArchiveSource } from '../../load/index.ts';
import { openArchiveArgument, showReading } from '../archive-argument.ts';
import type { CommandContext } from '../context.ts';
import { addHelpEnd } from '../flags.ts';
import { exitOfFindings, formatFindings } from '../render/format-findings.ts';
import { createReporter, type Reporter } from '../reporter.ts';
import { addStoreFlags, chooseStore, rememberStore, type StoreFlags } from '../store-location.ts';

interface LoadFlags extends StoreFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `satchel load ARCHIVE…`: verifies and loads, one archive after the other; prints the path of the store. */
export function defineLoad(command: Command, context: CommandContext): void {
  command.argument('<archives...>', 'a .tar.gz, a .tar, an extracted folder each, or - for standard input');
  addStoreFlags(command);
  addHelpEnd(command, ['load work.tar.gz --db work.db', 'load 2025.tar.gz 2026.tar.gz --db work.db']);
  command.action(async (paths: readonly string[], flags: LoadFlags) => {
    const reporter = createReporter(context, { json: flags.json === true, quiet: flags.quiet === true });
    const dbPath = await chooseStore(flags, context);
    const findings = [];
    for (const path of paths) {
      findings.push(...(await loadOne(path, dbPath, reporter, context)));
    }
    await rememberStore(dbPath, context);
    if (flags.json !== true) {
      context.stdout.write(`${dbPath}\n`);
    }
    context.endWith(exitOfFindings(findings));
  });
}

async function loadOne(path: string, dbPath: string, reporter: Reporter, context: CommandContext) {
  const source = await openArchiveArgument(path, context);
  const { load, verification } = await loadArchiveSource({
    source,
    dbPath,
    archive: { name: path },
    clock: context.clock,
    signal: context.signal,
    onProgress: showReading(reporter, 'Loading', source),
  });
  const { findings, isVerified } = verification;
  const records = Object.values(load.counts).reduce((sum, count) => sum + count, 0);
  const words = load.isNew
    ? `Loaded ${records} records of ${path} in ${formatDuration(load.durationMs)}`
    : `Nothing to do: ${path} is in the store already`;
  reporter.event('summary', { archive: path, ...load, isVerified, findings }, words);
  if (findings.some(({ severity }) => severity !== 'info')) {
    reporter.note(formatFindings(findings).trimEnd());
  }
  return findings;
}
