import type { BackupSettings } from '../../app/backup-settings.ts';
import { type PerformedBackup, performBackup } from '../../app/perform-backup.ts';
import { cloneNotes, cloneSentence, takenText } from '../../app/report-backup.ts';
import type { BackupReport } from '../../backup/backup-report.ts';
import { formatDuration } from '../../base/durations.ts';
import { countText, formatSize } from '../../base/sizes.ts';
import { describeLfs } from '../../keeping/lfs-report.ts';
import { nothingMissing } from '../../model/comparison-words.ts';
import { pluralOfKind } from '../../model/record-kind.ts';
import { changesText } from '../../model/store-changes.ts';
import { describeUnknown } from '../../vault/manifest.ts';
import type { CommandContext } from '../context.ts';
import type { CommonFlags } from '../flags/flags.ts';
import { cellText } from '../render/cell-text.ts';
import { formatFindings } from '../render/format-findings.ts';
import { nameCommands } from '../render/name-commands.ts';
import { wrapText } from '../render/wrap-text.ts';
import { createReporter } from './reporter.ts';

/** Accounts can have thousands of repositories; the manifest lists all of them. */
const SHOWN_NAMES = 12;

const SHOWN_LINES = 20;

const INDENT = ' '.repeat(12);

/** Runs a backup, and shows its progress and result; sets the exit status. */
export async function showBackup(
  settings: BackupSettings,
  { json = false, quiet = false }: CommonFlags,
  context: CommandContext,
): Promise<PerformedBackup> {
  const reporter = createReporter(context, { json, quiet });
  try {
    const performed = await performBackup(settings, { ...context, onReport: reporter.report });
    context.endWith(performed.exit);
    if ('storePath' in performed && !json && (!quiet || performed.exit !== 'done')) {
      // With --quiet, success prints nothing, because cron mails all output.
      context.stdout.write(wrapText(describeBackup(performed), context.stdout));
    } else if ('storePath' in performed && !json && performed.isFromEarlier) {
      // Older data than a person may expect.
      context.stdout.write(`Backup of ${performed.account}: taken ${takenText(performed)}\n`);
    }
    return performed;
  } finally {
    reporter.end();
  }
}

export function describeBackup(report: BackupReport & { readonly durationMs: number }): string {
  const kinds = Object.entries(report.counts)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) =>
      countText(count, kind.replaceAll('_', ' '), pluralOfKind(kind).replaceAll('_', ' ')),
    );
  const lines = [
    `Backup of ${report.account}: ${report.isVerified ? 'verified' : 'NOT verified'}, in ${formatDuration(report.durationMs)}`,
    `  exported  ${countText(report.repositories.length, 'repository', 'repositories')}: ${someOf(report.repositories, SHOWN_NAMES).join(', ')}`,
    `  taken     ${takenText(report)}`,
    ...missingLines(report),
    ...report.archives.flatMap(({ path, sizeBytes, sha256 }) => [
      `  archive   ${path}`,
      `            ${formatSize(sizeBytes)}, sha256 ${sha256}`,
    ]),
    `  records   ${kinds.join(', ')}`,
    ...(report.changes === undefined ? [] : [`  changes   ${changesText(report.changes)}`]),
    `  store     ${report.storePath}`,
    ...lackingLines(report),
    ...captureLines(report),
    ...cloneLines(report),
    ...(report.lfs === undefined ? [] : [`  lfs       ${describeLfs(report.lfs)}`]),
    ...completenessLines(report),
    ...retentionLines(report),
    ...owedLines(report),
    formatFindings(report.findings),
  ];
  return lines.join('\n');
}

function lackingLines({ lackingArchives }: BackupReport): readonly string[] {
  const count = lackingArchives.length;
  return count === 0
    ? []
    : [
        `            ${countText(count, 'archive')} not loaded: "satchel vault rebuild" loads what is missing`,
      ];
}

/** The captures that failed: successful ones are in the progress. */
function captureLines({ captures }: BackupReport): readonly string[] {
  const failed = captures.flatMap(({ name, of, trouble }) =>
    trouble === undefined ? [] : [`  FAILED    ${name} of ${cellText(of)}: ${cellText(trouble)}`],
  );
  return someOf(failed, SHOWN_LINES, INDENT);
}

function cloneLines({ clones }: BackupReport): readonly string[] {
  return clones.flatMap((report) => [
    `  ${cloneSentence(report).replace(/^Cloned/, 'cloned   ')}`,
    ...someOf(
      [...cloneNotes(report), ...report.failed.map(({ of, trouble }) => `${of}: ${trouble}`)].map(
        (line) => `            ${cellText(line)}`,
      ),
      SHOWN_LINES,
      INDENT,
    ),
  ]);
}

function missingLines({ missingRepositories, failedRepositories }: BackupReport): readonly string[] {
  const failed = new Set(failedRepositories);
  const lines = missingRepositories.map((name) =>
    failed.has(name)
      ? `  FAILED    ${name}: the service cannot export it`
      : `  MISSING   ${name} was requested but not exported`,
  );
  return someOf(lines, SHOWN_LINES, INDENT);
}

/** Comparisons without a result are listed as well, because they prove nothing. */
function completenessLines({
  completeness: { isComplete, checks, outside = [] },
}: BackupReport): readonly string[] {
  const conclusive = checks.filter(({ result }) => result !== 'unknown').length;
  const lacking = checks.filter(({ result }) => result === 'incomplete');
  return [
    `  complete  ${isComplete ? `yes: ${nothingMissing(conclusive)}` : 'NO'}${describeUnknown(checks)}`,
    ...lacking.flatMap(({ summary, details }) => [
      `            ${cellText(summary)}`,
      ...details.slice(0, SHOWN_DETAILS).map((line) => `              ${cellText(line)}`),
    ]),
    ...outside.slice(0, SHOWN_DETAILS).map((sentence) => `  outside   ${cellText(sentence)}`),
  ];
}

/** Lines of a comparison shown to people; the manifest has all of them. */
const SHOWN_DETAILS = 5;

function retentionLines({ retention }: BackupReport): readonly string[] {
  if (retention === undefined) {
    return [];
  }
  const { forgotten, freedBytes, hold } = retention;
  return [
    `  removed   ${countText(forgotten.length, 'archive')}, ${formatSize(freedBytes)}`,
    ...(hold === undefined ? [] : [`            NOT removed: ${cellText(nameCommands(hold))}.`]),
  ];
}

/** The first texts, and the number of the others. */
function someOf(texts: readonly string[], limit: number, indent = ''): readonly string[] {
  return texts.length <= limit
    ? texts
    : [...texts.slice(0, limit), `${indent}… and ${texts.length - limit} more`];
}

function owedLines({ owed }: BackupReport): readonly string[] {
  const locked = owed.unlocks.map(
    ({ migrationId, repository }) =>
      `  LOCKED    ${repository}: unlock it with "satchel export unlock ${migrationId} ${repository}"`,
  );
  return [
    ...someOf(locked, SHOWN_LINES, INDENT),
    ...owed.deletions.map(
      (id) => `  OWED      the service still has the archive: "satchel export delete ${id}" removes it`,
    ),
  ];
}
