/**
 * The command line: commands, output formats, progress. The only room that uses arguments, the environment, standard
 * streams and exit statuses.
 */

export type { Context } from './context.ts';
export { runSatchel } from './program.ts';
