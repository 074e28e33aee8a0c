import type { Readable } from 'node:stream';
import type { Clock, Environment, Random } from '../base/index.ts';

/** Something that happens while long work is under way, for people and for logs. */
export interface Report {
  /** `debug`: how far the work is; everything else is a fact. */
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** As in `message_type`; a `note` is a sentence without more. */
  readonly type: string;
  readonly fields: object;
  /** For people, where there is a sentence. A function where it changes while nothing else happens, as a waiting time does. */
  readonly text?: string | (() => string) | undefined;
}

/** What long work takes from its surroundings. */
export interface AppContext {
  readonly env: Environment;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends the work when it is aborted. */
  readonly signal: AbortSignal;
  /** What `-` means where a file is named. */
  readonly stdin?: Readable;
  /** The name of the run that this is part of, where it has one. */
  readonly runId?: string;
  /** Called with everything that happens. */
  readonly onReport?: (report: Report) => void;
  /** Called with each token and password that was found, so that no message and no log shows it. */
  readonly onSecret?: (secret: string) => void;
}
