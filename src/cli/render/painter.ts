import { styleText } from 'node:util';
import type { Context } from '../context.ts';

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

/** Paints on a terminal, and nothing where there is none or where `NO_COLOR` is set (no-color.org). */
export function createPaint({ env, stdout }: Pick<Context, 'env' | 'stdout'>): Paint {
  const isPlain = stdout.isTTY !== true || (env['NO_COLOR'] ?? '') !== '';
  return (styles, text) =>
    isPlain || text === ''
      ? text
      : styles.reduceRight((painted, style) => styleText(style, painted, { validateStream: false }), text);
}
