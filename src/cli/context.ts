import type { Readable, Writable } from 'node:stream';
import type { AppContext } from '../app/index.ts';
import type { ExitName } from '../base/index.ts';
import type { ColorChoice } from './terminal.ts';

/** A stream for people or programs; terminals tell their width. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Everything that a command takes from the process it runs in. Its signal is aborted by SIGINT and SIGTERM. */
export interface Context extends AppContext {
  /** Data, and nothing else. */
  readonly stdout: Output;
  /** Status, progress and failures. */
  readonly stderr: Output;
  readonly stdin: Readable;
  /** What `--color` says. */
  readonly color?: ColorChoice;
  /** How the person called this program, for lines that can be typed again. */
  readonly invocation: string;
  /** The words by which another program starts this one: `/usr/bin/node /…/main.js`. */
  readonly program: readonly string[];
  /** Calls `listener` at each SIGHUP; gives the way to stop that. Undefined where there are no signals. */
  readonly onHangup?: (listener: () => void) => () => void;
}

/** What a command gets: the process, and a way to end other than done or failed. */
export interface CommandContext extends Context {
  /** Sets the exit status of a command that finished: with warnings, say. */
  readonly endWith: (exit: ExitName) => void;
}
