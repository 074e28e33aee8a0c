import { createRequire } from 'node:module';

/** A part of two texts: in both, only in the old one, or only in the new one. */
export interface TextPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** With more edits than this, the whole texts are shown as replaced: the cost of the search is quadratic. */
const MAX_EDITS = 600;

/** A letter or digit of a script that puts spaces between words; those of others are words of their own. */
const LETTER = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}_]`;

/** A word with its inner signs, such as `v1.2`, `user-id`, `shot/762.png` or `#12`; spaces; any other character. Lengths are bounded, as texts can be long. */
const WORD = String.raw`[#@]?(?:${LETTER}){1,200}(?:[./:@#%&=?+~'’-]{1,3}(?:${LETTER}){1,200}){0,40}|\s{1,1000}|[^]`;

/** Compares two texts word by word. Spaces and line feeds count as words. */
export function diffWords(before: string, after: string): readonly TextPart[] {
  const { diffArrays }: typeof import('diff') = createRequire(import.meta.url)('diff');
  const [old, young] = [before, after].map((text) => text.match(new RegExp(WORD, 'gu')) ?? []);
  const parts = diffArrays(old ?? [], young ?? [], { maxEditLength: MAX_EDITS });
  return parts === undefined
    ? [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ]
    : parts.map(({ value, added, removed }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value.join(''),
      }));
}
