import { html } from 'hono/html';
import { diffWords, type TextPart } from '../../../base/diff-words.ts';
import { readableText } from '../../../store/record-facts.ts';
import type { Frame, Markup } from '../../frame.ts';
import { linkedText } from '../linked-text.ts';

/** Lines that are not longer are not cut. */
const MAX_LINE = 400;

/** How much of an unchanged passage is shown on each side of a change. */
const MAX_AROUND = 120;

/** Longer texts would fill the page: their versions can be compared side by side. */
const MAX_SHOWN = 4_000;

interface Edit {
  readonly before: string;
  readonly after: string;
  /** Whether signs are only signs in it. */
  readonly isTitle?: boolean;
}

/** An edited text with its removed and added words, and links where it refers to something of the store; of long unchanged passages, what is next to them. */
export function wordDifference(
  { before, after, isTitle = false }: Edit,
  repo: string | null,
  frame: Frame,
): Markup {
  const [old, young] = isTitle ? [before, after] : readable(before, after);
  const compared = diffWords(old, young);
  const parts = isRewritten(compared, Math.max(old.length, young.length)) ? replaced(old, young) : compared;
  let left = MAX_SHOWN;
  const shown = parts.map((part, index) => {
    const text = part.kind === 'same' ? shorten(part.text, [index > 0, index < parts.length - 1]) : part.text;
    const fitting = text.slice(0, Math.max(0, left));
    left -= text.length;
    return show({ kind: part.kind, text: fitting }, repo, frame);
  });
  return html`<div class="words" dir="auto">${shown}${left < 0 ? '…' : ''}</div>`;
}

/** Both texts without the signs of Markdown, unless they differ in nothing else. */
function readable(before: string, after: string): readonly [string, string] {
  const [old = '', young = ''] = [before, after].map(withoutSigns);
  return old === young ? [before, after] : [old, young];
}

/** Code between fences, which stays as it is. */
const FENCED = /^ {0,3}(`{3,9}|~{3,9})[^\n]*\n([\s\S]*?)(?:^ {0,3}\1 *(?:\n|$(?![\s\S]))|$(?![\s\S]))/gm;

function withoutSigns(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  const parts: string[] = [];
  let end = 0;
  for (const { index, 0: whole, 2: code = '' } of lines.matchAll(FENCED)) {
    parts.push(plainLines(lines.slice(end, index)), code);
    end = index + whole.length;
  }
  return [...parts, plainLines(lines.slice(end))].join('').replace(/\n{3,}/g, '\n\n');
}

/** What stands for the signs at the beginnings of lines and within them, in this order. */
const REPLACEMENTS: readonly (readonly [sign: RegExp, plain: string])[] = [
  [/^ {0,3}(?:> ?){1,9}/gm, ''],
  [/^\[!([A-Z]{3,12})\]$/gm, '$1:'],
  [/^\| (.*) \|$/gm, '$1'],
  [/^#{1,6} +/gm, ''],
  [/^( {0,99})[-*+] \[ \] /gm, '$1☐ '],
  [/^( {0,99})[-*+] \[[xX]\] /gm, '$1☑ '],
  [/^( {0,99})[-*+] /gm, '$1• '],
  [/\[\^([^\]\s]{1,99})\]/g, '[$1]'],
  [/<(https?:\/\/[^\s<>]{1,2000})>/g, '$1'],
  [/`([^`\n]{1,300})`/g, '$1'],
];

/** The line below the head of a table. */
const TABLE_RULE = /^\|?(?: *:?-+:? *\|){1,100}(?: *:?-+:? *)?\n/gm;

function plainLines(text: string): string {
  return REPLACEMENTS.reduce(
    (plain, [sign, replacement]) => plain.replace(sign, replacement),
    readableText(text.replace(TABLE_RULE, '')),
  );
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

function show({ kind, text }: TextPart, repo: string | null, frame: Frame): Markup | string {
  if (text === '\n') {
    return html`<br>`; // Between two texts: the style of what follows a removal on its line is not for the next line.
  }
  const linked = linkedText(text, repo, frame);
  return kind === 'same' || text === ''
    ? linked
    : kind === 'added'
      ? html`<ins>${linked}</ins>`
      : html`<del>${linked}</del>`;
}

/** Keeps the ends of a passage that are next to a change. */
function shorten(text: string, [isAfter, isBefore]: readonly [boolean, boolean]): string {
  const kept = MAX_AROUND * (Number(isAfter) + Number(isBefore));
  if (text.length <= kept + MAX_AROUND) {
    return text;
  }
  const head = isAfter ? `${text.slice(0, headEnd(text))}\n` : '';
  const tail = isBefore ? `\n${text.slice(tailStart(text))}` : '';
  return `${head}…${tail}`;
}

/** Where the passage after a change ends: at the end of a line, or of a word in a long one. */
function headEnd(text: string): number {
  const line = text.lastIndexOf('\n', MAX_AROUND);
  const end = line >= 0 ? line : text.indexOf('\n');
  const word = text.lastIndexOf(' ', MAX_AROUND);
  return end >= 0 && end <= MAX_LINE ? end : word > 0 ? word : MAX_AROUND;
}

/** Where the passage before a change starts. */
function tailStart(text: string): number {
  const from = text.length - MAX_AROUND;
  const line = text.indexOf('\n', from);
  const start = (line >= 0 ? line : text.lastIndexOf('\n')) + 1;
  const word = text.indexOf(' ', from) + 1;
  return start > 0 && text.length - start <= MAX_LINE ? start : word > 0 ? word : from;
}
