import type { Command } from 'commander';
import { createVerification, type VerifyReport } from '../../archive/index.ts';
import { formatDuration, formatSize } from '../../base/index.ts';
import type { CommandContext } from '../context.ts';
import { addHelpEnd } from '../flags.ts';
import { jsonLine } from '../json-names.ts';
import { formatFindings } from '../render/format-findings.ts';
import { endByFindings, type ScanFlags, scanArchive } from '../scan-archive.ts';

/** `satchel verify ARCHIVE`: gzip, tar, JSON, schemas and keys, in one pass and without writing. */
export function defineVerify(command: Command, context: CommandContext): void {
  command.argument('<archive>', 'a .tar.gz, a .tar, an extracted folder, or - for standard input');
  addHelpEnd(command, ['verify work.tar.gz', 'verify work.tar.gz --json']);
  command.action(async (path: string, flags: ScanFlags) => {
    const verification = createVerification();
    const observe = verification.observe.bind(verification);
    const durationMs = await scanArchive({ path, verb: 'Verifying', flags, observe }, context);
    const report = verification.report();
    const isJson = flags.json === true;
    context.stdout.write(
      isJson ? jsonLine({ archive: path, ...report, durationMs }) : describe(path, report, durationMs),
    );
    endByFindings(path, report.findings, context);
  });
}

function describe(path: string, report: VerifyReport, durationMs: number): string {
  const { container } = report;
  const records = Object.values(report.records).reduce((sum, count) => sum + count, 0);
  const sizes = `${formatSize(container.packedBytes)} packed, ${formatSize(container.unpackedBytes)} unpacked`;
  return [
    `${path}: ${report.isVerified ? 'verified' : 'NOT verified'}`,
    `  container  ${container.isWhole ? 'whole' : 'damaged'}, ${sizes}, ${container.entryCount} entries`,
    `  sha256     ${container.sha256 ?? 'unknown'}`,
    `  records    ${records} of ${Object.keys(report.records).length} kinds, ${report.rejected} rejected`,
    `  time       ${formatDuration(durationMs)}`,
    formatFindings(report.findings),
  ].join('\n');
}
