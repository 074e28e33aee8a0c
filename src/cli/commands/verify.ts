import type { Command } from 'commander';
import type { VerifyReport } from '../../archive/verification.ts';
import { formatDuration } from '../../base/durations.ts';
import { countText, formatSize, totalOf } from '../../base/sizes.ts';
import { Failure } from '../../model/failure.ts';
import { type VerifyLevel, verifyArchive } from '../../vault/verify-archive.ts';
import type { CommandContext } from '../context.ts';
import { type ArchiveFlags, addArchiveFlags } from '../flags/archive-flags.ts';
import { addFlag, addHelpEnd, type CommonFlags } from '../flags/flags.ts';
import { jsonLine, safeJson } from '../output/json-names.ts';
import { scanArchive } from '../output/scan-archive.ts';
import { endByFindings, formatFindings, streamFindings } from '../render/format-findings.ts';
import { toSarif } from '../render/sarif.ts';
import { wrapText } from '../render/wrap-text.ts';

interface VerifyFlags extends ArchiveFlags, CommonFlags {
  readonly quick?: boolean;
  readonly deep?: boolean;
  readonly all?: boolean;
  readonly sarif?: boolean;
}

/** `satchel verify ARCHIVE`: checks the container, the records and, with `--deep`, git repositories, in one pass. */
export function defineVerify(command: Command, context: CommandContext): void {
  command.argument(
    '<archive>',
    'a .tar.gz, a .tar, an extracted folder, s3://BUCKET/PREFIX/archives/NAME, or - for standard input',
  );
  addFlag(command, '--quick', 'check only gzip and tar');
  addFlag(command, '--deep', 'also check the repositories with git, in a private temporary directory');
  addFlag(command, '--all', 'print every finding as it is found, not only the first 100 of each code');
  addFlag(command, '--sarif', 'write the report as SARIF 2.1.0');
  addArchiveFlags(command);
  addHelpEnd(command, [
    'verify work.tar.gz',
    'verify work.tar.gz --deep --json',
    'verify work.tar.gz --sarif > report.sarif',
  ]);
  command.action(async (path: string, flags: VerifyFlags) => {
    const level = levelOf(flags);
    const isQuiet = flags.quiet === true || flags.json === true || flags.sarif === true;
    const { report, durationMs } = await scanArchive(
      { path, verb: 'Verifying', flags, isQuiet },
      context,
      (reading, known) =>
        verifyArchive({
          ...reading,
          level,
          expectedSha256: known?.sha256,
          searchPath: context.env['PATH'] ?? '',
          signal: context.signal,
          ...(flags.all === true ? { onFinding: streamFindings(context, flags.json === true) } : {}),
        }),
    );
    const text = textOf(path, report, durationMs, flags);
    const isForPeople = flags.json !== true && flags.sarif !== true;
    context.stdout.write(isForPeople ? wrapText(text, context.stdout) : text);
    endByFindings(path, report.findings, context);
  });
}

function levelOf({ quick, deep, all, sarif, json }: VerifyFlags): VerifyLevel {
  const contradictions = [
    [quick, deep, '--quick and --deep'],
    [sarif, all, '--sarif and --all'],
    [sarif, json, '--sarif and --json'],
  ] as const;
  for (const [one, other, words] of contradictions) {
    if (one === true && other === true) {
      throw new Failure('usage', `Cannot combine ${words}`, { hint: 'Choose one' });
    }
  }
  return quick === true ? 'quick' : deep === true ? 'deep' : 'records';
}

function textOf(path: string, report: VerifyReport, durationMs: number, flags: VerifyFlags): string {
  if (flags.sarif === true) {
    return `${safeJson(toSarif(path, report.findings), 2)}\n`;
  }
  if (flags.json === true) {
    const summary = flags.all === true ? { messageType: 'summary' } : {};
    return jsonLine({ ...summary, archive: path, ...report, durationMs });
  }
  return describe(path, report, durationMs, levelOf(flags));
}

function describe(path: string, report: VerifyReport, durationMs: number, level: VerifyLevel): string {
  const { container } = report;
  const sizes = `${formatSize(container.packedBytes)} packed, ${formatSize(container.unpackedBytes)} unpacked`;
  return [
    `${path}: ${report.isVerified ? 'verified' : 'NOT verified'}`,
    `  container  ${container.isWhole ? 'whole' : 'damaged'}, ${sizes}, ${countText(container.entryCount, 'entry', 'entries')}`,
    `  sha256     ${container.sha256 ?? 'unknown'}`,
    ...(level === 'quick' ? [] : describeRecords(report)),
    `  time       ${formatDuration(durationMs)}`,
    formatFindings(report.findings, { showsRemarks: true }),
  ].join('\n');
}

function describeRecords({ records, rejected, references, uploads }: VerifyReport): readonly string[] {
  const count = totalOf(records);
  return [
    `  records    ${count} of ${Object.keys(records).length} kinds, ${rejected} rejected`,
    `  references ${references.checked} checked, ${references.outside} to outside the archive, ${references.missing} missing`,
    `  uploads    ${uploads.missing} missing, ${uploads.excluded} left out, ${uploads.unclaimed} without a record`,
  ];
}
