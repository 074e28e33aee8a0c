import { styleText } from 'node:util';
import type { Context } from '../context.ts';
import { hasColor } from '../terminal.ts';

/** A colour or weight of text. */
export type Style =
  | 'bold'
  | 'dim'
  | 'italic'
  | 'underline'
  | 'strikethrough'
  | 'cyan'
  | 'green'
  | 'magenta'
  | 'red'
  | 'yellow'
  | 'gray';

/** Puts styles on a text, the first one outermost. */
export type Paint = (styles: readonly Style[], text: string) => string;

/** What paints standard output, and leaves texts as they are where that is to have no colour. */
export function createPaint(context: Pick<Context, 'env' | 'stdout' | 'color'>): Paint {
  const isPlain = !hasColor(context.stdout, context);
  return (styles, text) =>
    isPlain || text === ''
      ? text
      : styles.reduceRight((painted, style) => styleText(style, painted, { validateStream: false }), text);
}
