import type { Command } from 'commander';
import { type BackupEvent, type BackupReport, runBackup } from '../../backup/index.ts';
import { Failure, formatDuration, formatSize, satchelVersion } from '../../base/index.ts';
import { pluralOfKind } from '../../model/index.ts';
import { openVault } from '../../vault/index.ts';
import { captureSentence } from '../capture.ts';
import { addWithFlag, captureWork, type WithFlags } from '../capture-work.ts';
import { usualSettings } from '../configuration.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags.ts';
import { addLogFlags, type LogFlags, withLog } from '../log/log-flags.ts';
import { countText } from '../render/count-text.ts';
import { exitOfFindings, formatFindings } from '../render/format-findings.ts';
import type { Reporter } from '../reporter.ts';
import { addRequestFlags, type RequestFlags, readRequest } from '../request-flags.ts';
import { runWithService, type ServiceCommandFlags } from '../run-with-service.ts';
import { addServiceFlags } from '../service.ts';
import { showDownload } from '../show-download.ts';
import { rememberStore } from '../store-location.ts';
import { addWaitFlags, type WaitFlags } from '../wait-flags.ts';

/** The flags of a backup. */
export type BackupFlags = ServiceCommandFlags &
  RequestFlags &
  WaitFlags &
  WithFlags &
  LogFlags & { readonly vault?: string; readonly git?: boolean };

/** `satchel backup`: the whole chain. */
export function defineBackup(command: Command, context: CommandContext): void {
  addServiceFlags(command);
  addFlag(
    command,
    '--vault <dir>',
    'where archives, manifests and the store are kept; made where there is none',
  );
  addFlag(
    command,
    '--no-git',
    'keep no git repositories beside the store; the archive has them all the same',
  );
  addRequestFlags(command);
  addWaitFlags(command);
  addWithFlag(command);
  addLogFlags(command, 'nothing');
  addHelpEnd(command, [
    'backup --vault ~/work',
    'backup --base-url https://code.example.org/api/v3 --vault ~/work --repository acme/rocket acme/pad',
  ]);
  command.action(async (flags: BackupFlags) => {
    const report = await withLog(flags, context, async (logged) => await performBackup(flags, logged));
    await rememberStore(report.storePath, context);
    if (flags.json !== true && flags.quiet !== true) {
      const sql = 'select repo, number, title, state from threads order by updated_at desc limit 10';
      context.stderr.write(`Ask it: ${context.invocation} query "${sql}"\n`);
    }
  });
}

/** Runs a backup as the command does, with its lines or events, and sets the exit status. */
export async function performBackup(flags: BackupFlags, context: CommandContext): Promise<BackupReport> {
  const directory = flags.vault ?? (await usualSettings(context))?.vault;
  if (directory === undefined) {
    throw new Failure('usage', 'Cannot back up: no vault was named', {
      hint: 'Name a directory with --vault DIR, or in a configuration',
    });
  }
  return await runWithService(flags, context, async (service, reporter) => {
    const wish = await readRequest(flags, context);
    const vault = await openVault(directory, { clock: context.clock, create: true });
    const startedMs = context.clock.now();
    const report = await runBackup({
      service,
      vault,
      wish,
      clock: context.clock,
      satchelVersion: satchelVersion(),
      pollIntervalMs: flags.pollInterval,
      deadlineMs: flags.timeout,
      keepsGit: flags.git !== false,
      captures: captureWork(flags, service),
      signal: context.signal,
      onEvent: createListener(reporter),
    });
    const durationMs = context.clock.now() - startedMs;
    reporter.event('summary', { ...report, durationMs });
    if (flags.json !== true) {
      context.stdout.write(describe(report, durationMs));
    }
    const exit = exitOfFindings(report.findings);
    const isPartial =
      report.missingRepositories.length > 0 || report.captures.some(({ trouble }) => trouble !== undefined);
    context.endWith(exit === 'done' && isPartial ? 'warnings' : exit);
    return report;
  });
}

function createListener(reporter: Reporter): (event: BackupEvent) => void {
  const downloading = showDownload(reporter);
  return (event) => {
    const { type, ...fields } = event;
    switch (event.type) {
      case 'account':
        return reporter.event(type, fields, `Account ${event.login}`);
      case 'repositories':
        return reporter.event(
          type,
          fields,
          `Exporting ${countText(event.asked.length, 'repository', 'repositories')}`,
        );
      case 'started':
        return reporter.event(
          type,
          fields,
          `Migration ${event.migrationId} ${event.isAdopted ? 'found started' : 'started'}`,
        );
      case 'waiting':
        return reporter.progress(
          type,
          fields,
          `Migration ${event.migrationId}: ${event.state} after ${formatDuration(event.elapsedMs)}`,
        );
      case 'trouble':
        return reporter.event(type, fields, `${event.message}; going on`);
      case 'downloading':
        return downloading(event.doneBytes, event.totalBytes);
      case 'downloaded':
        return reporter.event(type, fields, `Downloaded ${formatSize(event.sizeBytes)}, whole`);
      case 'loading':
        return reporter.progress(
          type,
          fields,
          `Loading ${formatSize(event.doneBytes)} of ${formatSize(event.totalBytes)}`,
        );
      case 'loaded':
        return reporter.event(type, fields, `Loaded ${countText(event.records, 'record')}`);
      case 'captured':
        return reporter.event(
          type,
          fields,
          event.counts === undefined
            ? `${event.trouble}; going on`
            : `${captureSentence(event.name, event.counts)} (${event.of})`,
        );
    }
  };
}

function describe(report: BackupReport, durationMs: number): string {
  const kinds = Object.entries(report.counts)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) =>
      countText(count, kind.replaceAll('_', ' '), pluralOfKind(kind).replaceAll('_', ' ')),
    );
  const missing = report.missingRepositories.map(
    (name) => `  MISSING: ${name} was asked for and not exported`,
  );
  const lines = [
    `Backup of ${report.account}: ${report.isVerified ? 'verified' : 'NOT verified'}, in ${formatDuration(durationMs)}`,
    `  exported  ${countText(report.repositories.length, 'repository', 'repositories')}: ${report.repositories.join(', ')}`,
    ...missing,
    `  archive   ${report.archive.path}`,
    `            ${formatSize(report.archive.sizeBytes)}, sha256 ${report.archive.sha256}`,
    `  records   ${kinds.join(', ')}`,
    `  store     ${report.storePath}`,
    formatFindings(report.findings),
  ];
  return lines.join('\n');
}
