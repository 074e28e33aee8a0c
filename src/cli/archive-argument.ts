import { createPace, percent } from '../app/index.ts';
import { type ArchiveSource, archiveSourceFromStream, openArchiveSource } from '../archive/index.ts';
import { type Clock, formatDuration, formatSize } from '../base/index.ts';
import type { Context } from './context.ts';
import { type IdentityFlags, openingOf } from './identity-flags.ts';
import type { Reporter } from './reporter.ts';

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
