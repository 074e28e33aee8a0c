import { Failure } from '../base/index.ts';
import type { ArchiveAnswer, ArchiveContent } from '../endpoints/index.ts';
import type { MigrationId } from '../model/index.ts';
import type { PartFile } from './part-file.ts';

interface UseOptions {
  readonly id: MigrationId;
  /** True if no attempt follows. */
  readonly isLastTry: boolean;
}

/** Returns content that can be appended to the file, or fails, if necessary after clearing the file. */
export async function usableContent(
  answer: ArchiveAnswer,
  part: PartFile,
  { id, isLastTry }: UseOptions,
): Promise<ArchiveContent> {
  if (answer.outcome === 'expired') {
    throw incomplete(id, 'its address expired before it was used');
  }
  if (answer.outcome === 'range-unsatisfiable') {
    await part.restart(undefined);
    throw incomplete(id, 'the storage no longer has the rest of the file');
  }
  if (answer.status === 206 && !isContinuation(answer, part)) {
    answer.discard();
    await part.restart(undefined);
    throw incomplete(id, 'the storage sent a different part of the file than requested');
  }
  // It must not replace bytes that are good, unless it comes to the last: then the archive itself is damaged.
  if (answer.status !== 206 && part.sizeBytes > 0 && !answer.isArchive && !isLastTry) {
    answer.discard();
    throw incomplete(id, 'the storage sent something other than the archive');
  }
  return answer;
}

/**
 * A 206 continues the file if it begins at its end and has the validator of the same object. Without a validator it may
 * come from another object: not every storage supports If-Range, and a mix of two gzip files might even unpack.
 */
function isContinuation(answer: ArchiveContent, { object, sizeBytes }: PartFile): boolean {
  return (
    object !== undefined &&
    answer.isSameObject &&
    answer.firstByte === sizeBytes &&
    (answer.totalBytes ?? object.totalBytes) === object.totalBytes
  );
}

/** The failure of an attempt that another one may follow. */
export function incomplete(id: MigrationId, found: string): Failure {
  return new Failure('download-incomplete', `Cannot download the archive of migration ${id}: ${found}`);
}
