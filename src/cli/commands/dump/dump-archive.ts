import { filesOf } from '../../../app/folders-of-store.ts';
import { type WrittenArchive, writeArchive } from '../../../archive/write-archive.ts';
import { countText, formatSize } from '../../../base/sizes.ts';
import { quoteText } from '../../../base/terminal-text.ts';
import { type ArchiveContent, openArchiveContent } from '../../../dump/archive-content.ts';
import { Failure } from '../../../model/failure.ts';
import type { CommandContext } from '../../context.ts';
import { requireFreePath } from '../../flags/flags.ts';

interface DumpArchiveOptions {
  readonly dbPath: string;
  /** The store next to which the files are: the same, or the one that it was made from. */
  readonly filesPath: string;
  readonly outputPath: string;
  /** Whether an existing file may be replaced. */
  readonly isForced: boolean;
  readonly tables: readonly string[];
  readonly repositories: readonly string[];
  /** Reports progress as text and as data. */
  readonly onProgress?: (text: string, facts: object) => void;
}

/** An archive created from a store. */
export interface DumpedArchive extends WrittenArchive {
  readonly fileCount: 1;
  /** Files listed in the store that no longer exist next to it. */
  readonly missing: readonly string[];
}

/** Missing files named to people; the JSON output has all of them. */
const MAX_NAMES_SHOWN = 10;

/**
 * Writes the current state of a store as an archive, including the files stored next to it. Fails with `usage` if
 * only a part of the store is requested, or if the output exists already.
 */
export async function dumpArchive(
  { dbPath, filesPath, outputPath, onProgress, ...options }: DumpArchiveOptions,
  context: CommandContext,
): Promise<DumpedArchive> {
  requirePossible({ outputPath, ...options });
  const content = openArchiveContent(dbPath, { folders: await filesOf(filesPath, context) });
  try {
    const written = await writeArchive({
      path: outputPath,
      files: watched(content, onProgress),
      modifiedAtMs: content.modifiedAtMs,
      signal: context.signal,
    });
    reportMissing(content.missing, context);
    return { fileCount: 1, ...written, missing: [...content.missing] };
  } finally {
    content.close();
  }
}

function* watched(
  content: ArchiveContent,
  onProgress: DumpArchiveOptions['onProgress'],
): ReturnType<ArchiveContent['files']> {
  const { usualBytes: totalBytes } = content;
  let doneBytes = 0;
  for (const file of content.files()) {
    yield file;
    doneBytes += file.sizeBytes; // A file is complete when the next one is requested.
    const total =
      totalBytes === undefined || totalBytes < doneBytes ? '' : ` of about ${formatSize(totalBytes)}`;
    onProgress?.(`Writing the archive, ${formatSize(doneBytes)}${total}`, { doneBytes, totalBytes });
  }
}

function requirePossible(
  options: Pick<DumpArchiveOptions, 'outputPath' | 'isForced' | 'tables' | 'repositories'>,
): void {
  const { outputPath, isForced, tables, repositories } = options;
  if (tables.length > 0 || repositories.length > 0) {
    throw new Failure('usage', 'Cannot dump part of a store as an archive: an archive holds all of it', {
      hint: 'Leave --table, --repository and --account out',
    });
  }
  if (outputPath === '-') {
    throw new Failure(
      'usage',
      'Cannot write the archive to standard output: it is written to a temporary file first',
      {
        hint: 'Name a file with --output FILE.tar.gz',
      },
    );
  }
  requireFreePath(outputPath, isForced);
}

function reportMissing(names: readonly string[], context: CommandContext): void {
  if (names.length > 0) {
    const shown = names.slice(0, MAX_NAMES_SHOWN).map((name) => `  ${quoteText(name)}\n`);
    const rest = names.length > shown.length ? '  …\n' : '';
    const what = `${countText(names.length, 'file or repository', 'files and repositories')} no longer next to the store`;
    context.stderr.write(`MISSING: ${what}:\n${shown.join('')}${rest}`);
    context.endWith('warnings');
  }
}
