import type { JournalLine } from '../../model/index.ts';
import type { Manifest } from '../../vault/index.ts';

/**
 * What is wrong with a journal that can be read: it must know how the newest backup came, as it keeps the latest runs.
 * Undefined where it does, or where a repair has taken note of the loss.
 */
export function findLostJournal(
  manifests: readonly Manifest[],
  lines: readonly JournalLine[],
): string | undefined {
  const newest = manifests
    .filter(({ backup }) => backup !== undefined)
    .toSorted((a, b) => Date.parse(a.downloadedAt) - Date.parse(b.downloadedAt))
    .at(-1);
  const mendedAt = lines.findLast(({ type }) => type === 'journal-mended')?.at ?? '';
  const isKnown =
    newest === undefined ||
    Date.parse(newest.downloadedAt) <= Date.parse(mendedAt) ||
    lines.some((line) => line.type === 'manifest-written' && line.archive === newest.archive);
  return isKnown ? undefined : `The end of the journal is missing: it has no entry for "${newest.archive}"`;
}
