import { formatDuration } from '../../base/durations.ts';
import { Failure } from '../../model/failure.ts';
import type { Indexing } from '../sources.ts';

/** How soon a page that needs the index is asked for again. */
export const RETRY_SECONDS = 2;

/** While the texts are being indexed, what needs the index is only not possible yet. */
export function notYetIndexed(error: unknown, indexing: Indexing): Failure | undefined {
  if (!(error instanceof Failure) || error.code !== 'not-indexed') {
    return undefined;
  }
  const leftMs = indexing.leftMs();
  const when = leftMs === undefined ? 'soon' : `in about ${formatDuration(Math.max(leftMs, 1_000))}`;
  return new Failure('busy', `Cannot search yet: the texts are being indexed, and search is ready ${when}`, {
    hint: 'Everything else can be read meanwhile',
  });
}
