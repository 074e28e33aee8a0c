import type { Readable, Writable } from 'node:stream';
import type { Clock, ExitName, Random } from '../base/index.ts';
import type { ColorChoice } from './terminal.ts';

/** A stream for people or programs; terminals tell their width. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** A fact that a command reports, for logs. */
export interface Report {
  /** `debug`: how far it is; `info`: everything else. */
  readonly level: 'debug' | 'info';
  /** As in `message_type`. */
  readonly type: string;
  readonly fields: object;
  /** For people, where there is a sentence. */
  readonly text: string | undefined;
}

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
  /** What `--color` says. */
  readonly color?: ColorChoice;
  /** Aborted by SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** How the person called this program, for lines that can be typed again. */
  readonly invocation: string;
  /** The name of the run that this is part of, where it has one: the log's. */
  readonly runId?: string;
  /** Hears of everything that is reported, besides the streams: the log. */
  readonly onReport?: (report: Report) => void;
  /** Hears of each token that a command found, so that no message and no log shows it. */
  readonly onSecret?: (secret: string) => void;
  /** Calls `listener` at each SIGHUP; gives the way to stop that. Undefined where there are no signals. */
  readonly onHangup?: (listener: () => void) => () => void;
}

/** What a command gets: the process, and a way to end other than done or failed. */
export interface CommandContext extends Context {
  /** Sets the exit status of a command that finished: with warnings, say. */
  readonly endWith: (exit: ExitName) => void;
}
