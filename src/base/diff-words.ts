import { createRequire } from 'node:module';

/** A part of two texts: in both, only in the old one, or only in the new one. */
export interface TextPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** With more edits than this, the whole texts are shown as replaced: the cost of the search is quadratic. */
const MAX_EDITS = 600;

/** Compares two texts word by word. Spaces and line feeds count as words. */
export function diffWords(before: string, after: string): readonly TextPart[] {
  const { diffWordsWithSpace }: typeof import('diff') = createRequire(import.meta.url)('diff');
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  return parts === undefined
    ? [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ]
    : parts.map(({ value, added, removed }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value,
      }));
}
