import type { Readable, Writable } from 'node:stream';
import type { Clock, ExitName, Random } from '../base/index.ts';

/** A stream for people or programs; terminals tell their width. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Everything that a command takes from the process it runs in. */
export interface Context {
  /** Data, and nothing else. */
  readonly stdout: Output;
  /** Status, progress and failures. */
  readonly stderr: Output;
  readonly stdin: Readable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborted by SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** How the person called this program, for lines that can be typed again. */
  readonly invocation: string;
}

/** What a command gets: the process, and a way to end other than done or failed. */
export interface CommandContext extends Context {
  /** Sets the exit status of a command that finished: with warnings, say. */
  readonly endWith: (exit: ExitName) => void;
}
