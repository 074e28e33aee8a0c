import type { Context, Output } from './context.ts';

/** When there is colour: `auto` leaves it to the environment and the terminal. */
export const COLOR_CHOICES = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

/** As wide as terminals have always been: for those that do not tell, and those that say 0, as some containers' do. */
const USUAL_COLUMNS = 80;

/** How many columns a terminal has; undefined where nobody looks at one. */
export function terminalColumns(output: Output): number | undefined {
  return output.isTTY === true ? usableColumns(output) : undefined;
}

/** How many columns there are to write in, terminal or not. */
export function usableColumns({ columns = 0 }: Output): number {
  return columns > 0 ? columns : USUAL_COLUMNS;
}

/** Whether a line on this output can be written anew: `TERM=dumb` says that the terminal knows no such commands. */
export function canRewriteLines(output: Output, { env }: Pick<Context, 'env'>): boolean {
  return output.isTTY === true && env['TERM'] !== 'dumb';
}

/**
 * Whether there is colour on an output: what `--color` says, else what the environment forces (force-color.org,
 * bixense.com/clicolors) or forbids (no-color.org), else whether it is a terminal that knows colours. As with Node.js and
 * the GitHub CLI, forcing wins over forbidding.
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
