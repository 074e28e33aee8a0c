import type { Style } from '../painter.ts';
import type { Span } from './span.ts';

/** Marks that are open while their inside is read. */
const MAX_DEPTH = 8;

/**
 * Reads the markup within a paragraph: emphasis, code, links with their targets, images, breaks. What is not closed
 * stays as it stands. Linear but for marks within marks, whose depth has a limit.
 */
export function parseSpans(text: string, styles: readonly Style[] = [], depth = 0): readonly Span[] {
  const spans: Span[] = [];
  const closeless = new Set<string>();
  let plain = '';
  const flush = () => {
    if (plain !== '') {
      spans.push({ text: plain, styles });
      plain = '';
    }
  };
  for (let at = 0; at < text.length; ) {
    const found = depth > MAX_DEPTH ? undefined : readMark(text, at, { styles, depth, closeless });
    if (found === undefined) {
      plain += text[at] ?? '';
      at += 1;
    } else if (typeof found.inside === 'string') {
      plain += found.inside;
      at = found.end;
    } else {
      flush();
      spans.push(...found.inside);
      at = found.end;
    }
  }
  flush();
  return spans;
}

interface Setting {
  readonly styles: readonly Style[];
  readonly depth: number;
  /** Marks that no later place of the text closes. */
  readonly closeless: Set<string>;
}

interface Mark {
  readonly end: number;
  /** Plain text, or spans. */
  readonly inside: string | readonly Span[];
}

type ReadMark = (text: string, at: number, setting: Setting) => Mark | undefined;

/** Which reader a character may begin. */
const READERS: ReadonlyMap<string, ReadMark> = new Map<string, ReadMark>([
  ['\\', readEscape],
  ['`', readCode],
  ['!', readImage],
  ['[', readLink],
  ['<', readTag],
  ['&', readEntity],
  ['*', readEmphasis],
  ['_', readEmphasis],
  ['~', readEmphasis],
  ['h', readAddress],
]);

function readMark(text: string, at: number, setting: Setting): Mark | undefined {
  return READERS.get(text[at] ?? '')?.(text, at, setting);
}

function readEscape(text: string, at: number): Mark | undefined {
  const next = text[at + 1] ?? '';
  return /[!-/:-@[-`{-~]/.test(next) ? { end: at + 2, inside: next } : undefined;
}

function readCode(text: string, at: number, { styles, closeless }: Setting): Mark | undefined {
  const ticks = match(/`+/y, text, at)?.[0] ?? '';
  const end = closeless.has(ticks) ? -1 : findRun(text, ticks, at + ticks.length);
  if (end < 0) {
    closeless.add(ticks);
    return { end: at + ticks.length, inside: ticks };
  }
  const inner = text.slice(at + ticks.length, end);
  const code = /^ .*[^ ].* $/.test(inner) ? inner.slice(1, -1) : inner;
  return { end: end + ticks.length, inside: [{ text: code, styles: [...styles, 'cyan'] }] };
}

/** Where a run of exactly these marks stands, from `from` on. */
function findRun(text: string, run: string, from: number): number {
  const mark = run[0] ?? '';
  for (let at = text.indexOf(run, from); at >= 0; at = text.indexOf(run, at)) {
    let end = at;
    while (text[end] === mark) {
      end += 1;
    }
    if (end - at === run.length) {
      return at;
    }
    at = end;
  }
  return -1;
}

const TARGET =
  /\(\s*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/y;

function readImage(text: string, at: number, { styles }: Setting): Mark | undefined {
  const alt = match(/!\[([^[\]]*)\]/y, text, at);
  const target = alt === undefined ? undefined : match(TARGET, text, at + alt[0].length);
  if (alt === undefined || target === undefined) {
    return;
  }
  const inside = imageSpans(alt[1] ?? '', target[1] ?? target[2] ?? '', styles);
  return { end: at + alt[0].length + target[0].length, inside };
}

function imageSpans(alt: string, address: string, styles: readonly Style[]): readonly Span[] {
  return [
    { text: `[image${alt.trim() === '' ? '' : `: ${alt.trim()}`}] `, styles: [...styles, 'dim'] },
    { text: address, styles: [...styles, 'underline'], isWhole: true },
  ];
}

function readLink(text: string, at: number, { styles, depth }: Setting): Mark | undefined {
  const label = match(/\[((?:[^[\]\\\n]|\\.|!\[[^[\]]*\]\([^()\s]*\)|\n(?!\n)){0,1000})\]/y, text, at);
  const target = label === undefined ? undefined : match(TARGET, text, at + label[0].length);
  if (label === undefined || target === undefined) {
    return;
  }
  const words = label[1] ?? '';
  const address = target[1] ?? target[2] ?? '';
  const end = at + label[0].length + target[0].length;
  if (words.trim() === '' || words === address) {
    return { end, inside: [{ text: address, styles: [...styles, 'underline'], isWhole: true }] };
  }
  return {
    end,
    inside: [
      ...parseSpans(words, [...styles, 'underline'], depth + 1),
      { text: ' (', styles: [...styles, 'dim'] },
      { text: address, styles: [...styles, 'dim'], isWhole: true },
      { text: ')', styles: [...styles, 'dim'] },
    ],
  };
}

const ATTRIBUTE = (name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');

/** Addresses in angle brackets, and tags of HTML: they go, but for breaks and images. */
function readTag(text: string, at: number, { styles }: Setting): Mark | undefined {
  const address = match(/<((?:https?:\/\/|mailto:)[^\s<>]+)>/y, text, at)?.[1];
  if (address !== undefined) {
    return {
      end: at + address.length + 2,
      inside: [{ text: address, styles: [...styles, 'underline'], isWhole: true }],
    };
  }
  const [tag = '', name = ''] =
    match(
      /<\/?(a|b|br|code|dd|del|details|div|dl|dt|em|h[1-6]|hr|i|img|ins|kbd|li|ol|p|pre|s|samp|span|strike|strong|sub|summary|sup|u|ul)(?:\s[^<>]{0,2000})?\/?>/iy,
      text,
      at,
    ) ?? [];
  switch (name.toLowerCase()) {
    case '':
      return;
    case 'br':
      return { end: at + tag.length, inside: '\n' };
    case 'img':
      return {
        end: at + tag.length,
        inside: imageSpans(attribute(tag, 'alt'), attribute(tag, 'src'), styles),
      };
    default:
      return { end: at + tag.length, inside: '' };
  }
}

function attribute(tag: string, name: string): string {
  const found = ATTRIBUTE(name).exec(tag);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
]);

function readEntity(text: string, at: number): Mark | undefined {
  const entity = match(/&(?:amp|lt|gt|quot|#39|nbsp);/y, text, at)?.[0] ?? '';
  const inside = ENTITIES.get(entity);
  return inside === undefined ? undefined : { end: at + entity.length, inside };
}

const EMPHASIS: ReadonlyMap<string, Style> = new Map([
  ['*', 'italic'],
  ['_', 'italic'],
  ['**', 'bold'],
  ['__', 'bold'],
  ['~~', 'strikethrough'],
]);

/** Within words underscores are part of names. */
function readEmphasis(text: string, at: number, { styles, depth, closeless }: Setting): Mark | undefined {
  const run = match(/\*+|_+|~+/y, text, at)?.[0] ?? '';
  const mark = EMPHASIS.has(run) ? run : run.length === 3 ? run.slice(0, 2) : '';
  const style = EMPHASIS.get(mark);
  const start = at + mark.length;
  const isInWord = run.startsWith('_') && /\w/.test(text[at - 1] ?? '');
  if (style === undefined || isInWord || /\s|^$/.test(text[at + run.length] ?? '')) {
    return { end: at + run.length, inside: run };
  }
  const end = closeless.has(mark) ? -1 : findClose(text, mark, start + (run.length - mark.length));
  if (end < 0) {
    closeless.add(mark);
    return { end: at + run.length, inside: run };
  }
  return {
    end: end + mark.length,
    inside: parseSpans(text.slice(start, end), [...styles, style], depth + 1),
  };
}

function findClose(text: string, mark: string, from: number): number {
  for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    const isAfterBlank = /\s/.test(text[at - 1] ?? ' ');
    const isInWord = mark.startsWith('_') && /\w/.test(text[at + mark.length] ?? '');
    const isPartOfMore = mark.length === 1 && (text[at + 1] === mark || text[at - 1] === mark);
    if (!isAfterBlank && !isInWord && !isPartOfMore) {
      // Of three marks in a row the last ones close: ***both***.
      return mark.length === 2 && text[at + 2] === mark[0] ? at + 1 : at;
    }
  }
  return -1;
}

function readAddress(text: string, at: number, { styles }: Setting): Mark | undefined {
  const isInWord = /\w/.test(text[at - 1] ?? '');
  const address = isInWord
    ? undefined
    : match(/https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?*_~()[\]]\/?/y, text, at)?.[0];
  return address === undefined
    ? undefined
    : {
        end: at + address.length,
        inside: [{ text: address, styles: [...styles, 'underline'], isWhole: true }],
      };
}

/** Matches a sticky pattern at a place of the text. */
function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
