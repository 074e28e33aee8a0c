import { html } from 'hono/html';
import { diffWords, type TextPart } from '../../../base/diff-words.ts';
import type { Markup } from '../../frame.ts';

/** How much of an unchanged passage is shown on each side of a change. */
const MAX_AROUND = 120;

/** Longer texts would fill the page: their versions can be compared side by side. */
const MAX_SHOWN = 4_000;

/** An edited text with its removed and added words; of long unchanged passages, what is next to them. */
export function wordDifference(before: string, after: string): Markup {
  const compared = diffWords(before, after);
  const parts = isRewritten(compared, Math.max(before.length, after.length))
    ? replaced(before, after)
    : compared;
  let left = MAX_SHOWN;
  const shown = parts.map((part, index) => {
    const text = part.kind === 'same' ? shorten(part.text, [index > 0, index < parts.length - 1]) : part.text;
    const fitting = text.slice(0, Math.max(0, left));
    left -= text.length;
    return show({ kind: part.kind, text: fitting });
  });
  return html`<div class="words" dir="auto">${shown}${left < 0 ? '…' : ''}</div>`;
}

/** Texts that share less are two texts: their words in turn could not be read. */
const MIN_SHARED = 0.3;

function isRewritten(parts: readonly TextPart[], length: number): boolean {
  const shared = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  return shared < MIN_SHARED * length;
}

function replaced(before: string, after: string): readonly TextPart[] {
  return [
    { kind: 'removed', text: before },
    { kind: 'same', text: before === '' || after === '' ? '' : '\n' },
    { kind: 'added', text: after },
  ];
}

function show({ kind, text }: TextPart): Markup | string {
  return kind === 'same' || text === ''
    ? text
    : kind === 'added'
      ? html`<ins>${text}</ins>`
      : html`<del>${text}</del>`;
}

/** Keeps the ends of a passage that are next to a change. */
function shorten(text: string, [isAfter, isBefore]: readonly [boolean, boolean]): string {
  const kept = MAX_AROUND * (Number(isAfter) + Number(isBefore));
  if (text.length <= kept + MAX_AROUND) {
    return text;
  }
  const head = isAfter ? [...text.slice(0, MAX_AROUND)].join('') : '';
  const tail = isBefore ? text.slice(-MAX_AROUND) : '';
  return `${head} … ${tail}`;
}
