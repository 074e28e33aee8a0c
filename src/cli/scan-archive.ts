import type { ArchiveSource, ReadArchiveOptions } from '../archive/index.ts';
import { openArchiveArgument, showReading } from './archive-argument.ts';
import { type ArchiveFlags, readingOf } from './archive-flags.ts';
import type { Context } from './context.ts';
import { createReporter } from './reporter.ts';

interface ScanOptions {
  readonly path: string;
  /** As in "Verifying". */
  readonly verb: string;
  readonly flags: ArchiveFlags;
  /** Shows no progress. */
  readonly isQuiet: boolean;
}

/** How to read the archive that was named: its source, the limits, the splitter, who hears of progress. */
type Reading = Pick<ReadArchiveOptions, 'source' | 'limits' | 'splitter' | 'onProgress'>;

/** What a scan came to, and how long it took. */
interface Scanned<Report> {
  readonly report: Report;
  readonly durationMs: number;
}

/** Opens the archive that an argument names and has `scan` read it, showing progress meanwhile. */
export async function scanArchive<Report>(
  { path, verb, flags, isQuiet }: ScanOptions,
  context: Context,
  scan: (reading: Reading) => Promise<Report>,
): Promise<Scanned<Report>> {
  const reporter = createReporter(context, { json: false, quiet: isQuiet });
  const startedMs = context.clock.now();
  try {
    const source = await openArchiveArgument(path, context, flags);
    const onProgress = showReading(reporter, context.clock, { verb, totalBytes: sizeOf(source) });
    const report = await scan({ ...readingOf(flags), source, onProgress });
    return { report, durationMs: context.clock.now() - startedMs };
  } finally {
    reporter.end();
  }
}

function sizeOf(source: ArchiveSource): number | undefined {
  return source.type === 'packed' ? source.sizeBytes : undefined;
}
