import { requireFreePath, type WrittenArchive, writeArchive } from '../../archive/write-archive.ts';
import { formatSize } from '../../base/sizes.ts';
import { type ArchiveContent, openArchiveContent } from '../../dump/archive-content.ts';
import { Failure } from '../../model/failure.ts';
import type { DumpRequest } from '../dump-formats.table.ts';
import { type FilesContext, filesOf } from '../folders-of-store.ts';

type DumpArchiveOptions = Pick<
  DumpRequest,
  'dbPath' | 'filesPath' | 'output' | 'isForced' | 'tables' | 'repositories' | 'onProgress'
>;

export interface DumpedArchive extends WrittenArchive {
  readonly fileCount: 1;
  readonly missing: readonly string[];
}

/**
 * Writes the current state of a store as an archive, including the files stored next to it. Fails with `usage` if
 * only a part of the store is requested, and with `exists` if something is at the output.
 */
export async function dumpArchive(
  options: DumpArchiveOptions,
  context: FilesContext,
): Promise<DumpedArchive> {
  const { dbPath, filesPath, onProgress } = options;
  const path = requirePossible(options);
  const content = openArchiveContent(dbPath, { folders: await filesOf(filesPath, context) });
  try {
    const written = await writeArchive({
      path,
      files: watched(content, onProgress),
      modifiedAtMs: content.modifiedAtMs,
      signal: context.signal,
    });
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

function requirePossible({ output, isForced, tables, repositories }: DumpArchiveOptions): string {
  if (tables.length > 0 || repositories.length > 0) {
    throw new Failure('usage', 'Cannot dump part of a store as an archive: an archive holds all of it', {
      hint: 'Leave "tables" and "repositories" out',
      commandHint: 'Leave --table, --repository and --account out',
    });
  }
  if (typeof output !== 'string') {
    throw new Failure(
      'usage',
      'Cannot write the archive to standard output: it is written to a temporary file first',
      {
        commandHint: 'Name a file with --output FILE.tar.gz',
      },
    );
  }
  requireFreePath(output, isForced);
  return output;
}
