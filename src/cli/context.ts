import type { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import type { AppContext } from '../app/context.ts';
import type { ExitName } from '../model/exit-codes.table.ts';

/** An output stream; terminals report their width. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** `auto` decides by the environment and the terminal. */
export const COLOR_CHOICES = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

/** Everything that a command uses of its process. The signal is aborted by SIGINT and SIGTERM. */
export interface Context extends AppContext {
  /** For data only. */
  readonly stdout: Output;
  /** For status, progress and failures. */
  readonly stderr: Output;
  readonly stdin: Readable;
  /** The value of `--color`. */
  readonly color?: ColorChoice;
  /** How the user called this program, for commands in hints. */
  readonly invocation: string;
  /** The words with which other programs start this one: `/usr/bin/node /…/main.js`. */
  readonly program: readonly string[];
  /** Calls `listener` at each SIGHUP; returns a function that unsubscribes it. Undefined on systems without signals. */
  readonly onHangup?: (listener: () => void) => () => void;
}

/** A context in which a command can also set its exit status. */
export interface CommandContext extends Context {
  /** Sets the exit status of a command that finished, such as that for warnings. */
  readonly endWith: (exit: ExitName) => void;
  /** Loads the program with the flags of the command that `words` name, or of all commands. */
  readonly loadProgram: (words?: readonly string[]) => Promise<Command>;
}
