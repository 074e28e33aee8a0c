import { styleText } from 'node:util';
import type { Context } from '../context.ts';
import { hasColor } from '../output/terminal.ts';

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

/** Applies styles to a text, the first one outermost. */
export type Paint = (styles: readonly Style[], text: string) => string;

/** Creates the function that paints standard output; it returns texts unchanged if colour is off. */
export function createPaint(context: Pick<Context, 'env' | 'stdout' | 'color'>): Paint {
  const isPlain = !hasColor(context.stdout, context);
  return (styles, text) =>
    isPlain || text === ''
      ? text
      : styles.reduceRight((painted, style) => styleText(style, painted, { validateStream: false }), text);
}
