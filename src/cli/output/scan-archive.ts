import { openArchiveArgument } from '../../app/archive-argument.ts';
import { type VaultArchive, withArchiveFiles } from '../../app/archive-files.ts';
import { reportTransfer } from '../../app/transfer-progress.ts';
import type { ArchiveSource } from '../../archive/archive-source.ts';
import type { ReadArchiveOptions } from '../../archive/read-archive.ts';
import type { Context } from '../context.ts';
import { type ArchiveFlags, readingOf } from '../flags/archive-flags.ts';
import { createReporter } from './reporter.ts';

interface ScanOptions {
  readonly path: string;
  /** A participle for the progress line, such as "Verifying". */
  readonly verb: string;
  readonly flags: ArchiveFlags;
  readonly isQuiet: boolean;
}

type Reading = Pick<ReadArchiveOptions, 'source' | 'limits' | 'splitter' | 'onProgress'>;

interface Scanned<Report> {
  readonly report: Report;
  readonly durationMs: number;
}

/** Opens the archive of a command's argument and runs `scan` on it, with progress output. */
export async function scanArchive<Report>(
  { path, verb, flags, isQuiet }: ScanOptions,
  context: Context,
  scan: (reading: Reading, known: VaultArchive | undefined) => Promise<Report>,
): Promise<Scanned<Report>> {
  const reporter = createReporter(context, { json: false, quiet: isQuiet });
  const startedMs = context.clock.now();
  try {
    const report = await withArchiveFiles([path], { ...context, ...flags }, async (files) => {
      const [{ path: file, known } = { path, known: undefined }] = files;
      const source = await openArchiveArgument(file, context, flags);
      const report = reportTransfer(verb, { clock: context.clock, onReport: reporter.report });
      const onProgress = (doneBytes: number) => report(doneBytes, sizeOf(source));
      return await scan({ ...readingOf(flags), source, onProgress }, known);
    });
    return { report, durationMs: context.clock.now() - startedMs };
  } finally {
    reporter.end();
  }
}

function sizeOf(source: ArchiveSource): number | undefined {
  return source.type === 'packed' ? source.sizeBytes : undefined;
}
