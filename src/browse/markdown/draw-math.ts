import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { unescapeMarkup } from '../unescape-markup.ts';
import { MATH_CLASSES, MAX_MATH_CHARS } from './rules/math.ts';

/** The elements of MathML Core (w3.org/TR/mathml-core) and the two that older formulas need. */
const ELEMENTS = [
  'math',
  'menclose',
  'merror',
  'mfrac',
  'mi',
  'mmultiscripts',
  'mn',
  'mo',
  'mover',
  'mpadded',
  'mphantom',
  'mprescripts',
  'mroot',
  'mrow',
  'ms',
  'mspace',
  'msqrt',
  'mstyle',
  'msub',
  'msubsup',
  'msup',
  'mtable',
  'mtd',
  'mtext',
  'mtr',
  'munder',
  'munderover',
] as const;

const ATTRIBUTES = [
  'accent',
  'accentunder',
  'columnalign',
  'columnlines',
  'columnspan',
  'depth',
  'display',
  'displaystyle',
  'fence',
  'form',
  'height',
  'largeop',
  'linethickness',
  'lspace',
  'mathcolor',
  'mathvariant',
  'maxsize',
  'minsize',
  'movablelimits',
  'notation',
  'rowlines',
  'rowspan',
  'rspace',
  'scriptlevel',
  'separator',
  'stretchy',
  'symmetric',
  'voffset',
  'width',
] as const;

/** The MathML of one text, which is up to a hundred times as long as its TeX. Further formulas are shown as source. */
const MAX_DRAWN_CHARS = 1024 * 1024;

/** Longer formulas may be wider than a page, and scroll, for which they lose the base line of the text around them. */
const MAX_SHORT_CHARS = 30;
const SPACES = /\\(?:[hm]?(?:space|skip|kern|phantom)|rule|qquad)/;

/** TeX in sanitized HTML: only text, because the sanitizer escapes everything else in it. */
const MATH = new RegExp(
  `<(span|div) class="(${MATH_CLASSES.inline}|${MATH_CLASSES.display})">([^<]*)</\\1>`,
  'g',
);

/**
 * Draws the TeX in sanitized HTML as MathML. What cannot be drawn stays as source. The MathML passes an allowlist of its
 * own: its elements never go through the sanitizer of texts, whose authors could otherwise write them.
 */
export function drawMath(html: string): string {
  let drawnChars = 0;
  return html.replace(MATH, (_, tag: string, name: string, escaped: string) => {
    const isDisplay = name === MATH_CLASSES.display;
    const tex = unescapeMarkup(escaped);
    const isTooMuch = tex.length > MAX_MATH_CHARS || drawnChars > MAX_DRAWN_CHARS;
    const drawn = isTooMuch ? undefined : draw(tex, isDisplay);
    drawnChars += drawn?.length ?? 0;
    const source = `<code class="math-source" title="This formula cannot be drawn">${escaped}</code>`;
    const isLong = isDisplay || tex.length > MAX_SHORT_CHARS || SPACES.test(tex);
    return drawn === undefined && !isDisplay
      ? source
      : `<${tag} class="${name}"${isLong ? ' tabindex="0"' : ''}>${drawn ?? source}</${tag}>`;
  });
}

function draw(tex: string, displayMode: boolean): string | undefined {
  const require = createRequire(import.meta.url);
  const temml: Temml = require('temml'); // Loaded with the first formula; it takes 45 ms.
  const sanitize: typeof sanitizeHtml = require('sanitize-html');
  try {
    const drawn = temml.renderToString(tex, {
      displayMode,
      throwOnError: true,
      maxSize: [20, 20],
      maxExpand: 200,
    });
    return sanitize(drawn, {
      allowedTags: [...ELEMENTS],
      allowedAttributes: { '*': [...ATTRIBUTES] },
      allowedClasses: { '*': ['tml-left', 'tml-right'] },
    });
  } catch {
    return undefined; // Not TeX, or with commands that it does not know.
  }
}

/** The used part of the package. */
interface Temml {
  renderToString(
    tex: string,
    options: {
      readonly displayMode: boolean;
      readonly throwOnError: boolean;
      /** In em: the largest sizes that a formula may ask for. */
      readonly maxSize: readonly [number, number];
      /** How many macros a formula may expand. */
      readonly maxExpand: number;
    },
  ): string;
}
