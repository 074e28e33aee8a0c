import { type ArchiveSource, archiveSourceFromStream, openArchiveSource } from '../archive/index.ts';
import { formatSize } from '../base/index.ts';
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

/** Makes a listener that shows how much of an archive was read; `verb` as in "Loading". */
export function showReading(
  reporter: Reporter,
  verb: string,
  source: ArchiveSource,
): (packedBytesRead: number) => void {
  const totalBytes = source.type === 'packed' ? source.sizeBytes : undefined;
  return (doneBytes) => {
    const share =
      totalBytes === undefined ? '' : ` of ${formatSize(totalBytes)} (${percent(doneBytes, totalBytes)})`;
    reporter.progress(
      verb.toLowerCase(),
      { doneBytes, totalBytes },
      `${verb} ${formatSize(doneBytes)}${share}`,
    );
  };
}

/** How much of a whole is done, as people read it. */
export function percent(done: number, total: number): string {
  return `${total === 0 ? 100 : Math.floor((100 * done) / total)} %`;
}
