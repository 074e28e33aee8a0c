import { once } from 'node:events';
import type { Context, Output } from '../context.ts';

/** The traditional width, for terminals that do not report one, or report 0, as in some containers. */
const USUAL_COLUMNS = 80;

/** The width of a terminal; undefined if the output is not a terminal. */
export function terminalColumns(output: Output): number | undefined {
  return output.isTTY === true ? usableColumns(output) : undefined;
}

/** The width to use, whether or not the output is a terminal. */
export function usableColumns({ columns = 0 }: Output): number {
  return columns > 0 ? columns : USUAL_COLUMNS;
}

/** Whether lines can be rewritten in place: terminals with `TERM=dumb` do not support it. */
export function canRewriteLines(output: Output, { env }: Pick<Context, 'env'>): boolean {
  return output.isTTY === true && env['TERM'] !== 'dumb';
}

/**
 * Whether to use colour on an output: as `--color` says, else as the environment forces (force-color.org,
 * bixense.com/clicolors) or forbids (no-color.org), else if it is a terminal with colours. As in Node.js and the GitHub
 * CLI, forcing has precedence.
 */
export function hasColor(output: Output, { env, color = 'auto' }: Pick<Context, 'env' | 'color'>): boolean {
  if (color !== 'auto') {
    return color === 'always';
  }
  const forced = env['FORCE_COLOR'] ?? '';
  if (forced !== '' || isOn(env['CLICOLOR_FORCE'])) {
    return forced === '' || isOn(forced);
  }
  const isForbidden = (env['NO_COLOR'] ?? '') !== '' || env['CLICOLOR'] === '0';
  return !isForbidden && canRewriteLines(output, { env });
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** Writes text, and waits if the reader is slower. */
export async function writeText(output: Output, text: string): Promise<void> {
  if (!output.write(text)) {
    await once(output, 'drain');
  }
}
