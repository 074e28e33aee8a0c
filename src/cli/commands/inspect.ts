import type { Command } from 'commander';
import { createInspection, type FileTally, type InspectReport } from '../../archive/inspection.ts';
import { readArchive } from '../../archive/read-archive.ts';
import { formatDuration } from '../../base/durations.ts';
import { formatSize } from '../../base/sizes.ts';
import type { CommandContext, Output } from '../context.ts';
import { type ArchiveFlags, addArchiveFlags } from '../flags/archive-flags.ts';
import { addHelpEnd, type CommonFlags } from '../flags/flags.ts';
import { jsonLine } from '../output/json-names.ts';
import { scanArchive } from '../output/scan-archive.ts';
import { terminalColumns } from '../output/terminal.ts';
import { type CellValue, cellText } from '../render/cell-text.ts';
import { endByFindings, formatFindings } from '../render/format-findings.ts';
import { wrapText } from '../render/wrap-text.ts';

interface InspectFlags extends ArchiveFlags, CommonFlags {}

/** `satchel inspect ARCHIVE`: shows the contents of an archive in one pass, without writing anything. */
export function defineInspect(command: Command, context: CommandContext): void {
  command.argument(
    '<archive>',
    'a .tar.gz, a .tar, an extracted folder, s3://BUCKET/PREFIX/archives/NAME, or - for standard input',
  );
  addArchiveFlags(command);
  addHelpEnd(command, ['inspect work.tar.gz', 'inspect - --json < work.tar.gz']);
  command.action(async (path: string, flags: InspectFlags) => {
    const isQuiet = flags.quiet === true || flags.json === true;
    const { report, durationMs } = await scanArchive(
      { path, verb: 'Inspecting', flags, isQuiet },
      context,
      async (reading) => {
        const inspection = createInspection();
        for await (const event of readArchive({ ...reading, signal: context.signal })) {
          inspection.observe(event);
        }
        return inspection.report();
      },
    );
    const isJson = flags.json === true;
    context.stdout.write(
      isJson
        ? jsonLine({ archive: path, ...report, durationMs })
        : await describe(path, report, { durationMs, output: context.stdout }),
    );
    endByFindings(path, report.findings, context);
  });
}

async function describe(
  path: string,
  report: InspectReport,
  { durationMs, output }: { readonly durationMs: number; readonly output: Output },
): Promise<string> {
  const { container, created } = report;
  const widthColumns = terminalColumns(output);
  const head = [
    path,
    `  container    ${container.isWhole ? 'whole' : 'DAMAGED'}, ${formatSize(container.packedBytes)} packed, ${formatSize(container.unpackedBytes)} unpacked, ${container.entryCount} entries`,
    `  sha256       ${container.sha256 ?? 'unknown'}`,
    `  format       ${cellText(report.formatVersion ?? 'unknown')}, written by ${cellText(report.exporter)}`,
    `  created      ${created === undefined ? 'no dates' : cellText(`${created.from} … ${created.to}`)}`,
    `  attachments  ${filesText(report.attachments)}; other uploads ${filesText(report.repositoryFiles)}; release assets ${filesText(report.releaseAssets)}`,
    `  time         ${formatDuration(durationMs)}`,
  ];
  const tables = await Promise.all([
    section(
      ['kind', 'records', 'files', 'size'],
      report.kinds.map((kind) => [kind.plural, kind.recordCount, kind.fileCount, formatSize(kind.sizeBytes)]),
      widthColumns,
    ),
    section(
      ['repository', 'issues', 'pull requests', 'comments'],
      report.repositories.map(({ name, issueCount, pullRequestCount, commentCount }) => [
        name,
        issueCount,
        pullRequestCount,
        commentCount,
      ]),
      widthColumns,
    ),
    section(
      ['git directory', 'files', 'size'],
      report.gitDirectories.map((git) => [git.path, git.fileCount, formatSize(git.sizeBytes)]),
      widthColumns,
    ),
  ]);
  const findings = wrapText(formatFindings(report.findings), output);
  return `${wrapText(head.join('\n'), output)}\n${tables.join('')}\n${findings}`;
}

function filesText({ fileCount, sizeBytes }: FileTally): string {
  return fileCount === 0 ? 'none' : `${fileCount} (${formatSize(sizeBytes)})`;
}

/** A table after a blank line, with numbers and sizes right-aligned. Empty if there are no rows. */
async function section(
  columns: readonly string[],
  rows: readonly (readonly CellValue[])[],
  widthColumns: number | undefined,
): Promise<string> {
  if (rows.length === 0) {
    return '';
  }
  const { formatRows } = await import('../render/text-table.ts');
  const rightAligned = new Set(columns.keys());
  rightAligned.delete(0);
  return `\n${formatRows(
    rows.map((row) => row.map(cellText)),
    { columns, rightAligned, widthColumns },
  )}`;
}
