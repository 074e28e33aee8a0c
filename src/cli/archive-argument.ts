import { createPace, percent } from '../app/index.ts';
import {
  type ArchiveSource,
  archiveSourceFromStream,
  openArchiveSource,
  type ReadArchiveOptions,
} from '../archive/index.ts';
import { type Clock, formatDuration, formatSize } from '../base/index.ts';
import { type ArchiveFlags, readingOf } from './archive-flags.ts';
import type { Context } from './context.ts';
import { type IdentityFlags, openingOf } from './identity-flags.ts';
import { createReporter, type Reporter } from './reporter.ts';

/** Opens the archive that an argument names: a file, encrypted or not, a folder, or `-` for standard input. */
export async function openArchiveArgument(
  path: string,
  context: Context,
  flags: IdentityFlags = {},
): Promise<ArchiveSource> {
  const opening = await openingOf(flags);
  return path === '-'
    ? await archiveSourceFromStream(context.stdin, 'standard input', opening)
    : await openArchiveSource(path, opening);
}

/** Makes a listener that shows how much was read, how fast, and how long the rest takes; `verb` as in "Verifying". */
export function showReading(
  reporter: Reporter,
  clock: Pick<Clock, 'now'>,
  { verb, totalBytes }: { readonly verb: string; readonly totalBytes: number | undefined },
): (bytesRead: number) => void {
  const pace = createPace(clock);
  return (doneBytes) => {
    pace.observe(doneBytes);
    const bytesPerSecond = pace.perSecond();
    const leftMs = pace.leftMs(totalBytes);
    const share =
      totalBytes === undefined ? '' : ` of ${formatSize(totalBytes)} (${percent(doneBytes, totalBytes)})`;
    const rate = bytesPerSecond === undefined ? '' : `, ${formatSize(bytesPerSecond)}/s`;
    const left = leftMs === undefined ? '' : `, ${formatDuration(leftMs)} left`;
    reporter.progress(
      verb.toLowerCase(),
      { doneBytes, totalBytes, bytesPerSecond, leftMs },
      `${verb} ${formatSize(doneBytes)}${share}${rate}${left}`,
    );
  };
}

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
