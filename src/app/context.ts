import type { Readable } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { formatDuration } from '../base/durations.ts';
import type { Random } from '../base/random.ts';
import { utcSeconds } from '../base/run-id.ts';
import type { Environment } from '../base/user-directories.ts';
import type { ClientOptions } from '../client/create-client.ts';
import type { OnWait } from '../client/send.ts';

/** An event of a long operation, for people and for logs. */
export interface Report {
  /** `debug` is for progress. */
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** As in `message_type`; a `note` is only a sentence. */
  readonly type: string;
  readonly fields: object;
  /** A sentence for people. It is a function if it changes with time, like the duration of a wait. */
  readonly text?: string | (() => string) | undefined;
}

/** Reports a sentence for people. */
export function noteTo(onReport: ((report: Report) => void) | undefined): (text: string) => void {
  return (text) => onReport?.({ level: 'info', type: 'note', fields: {}, text });
}

/** Reports a wait of a client, before it begins. */
export function waitTo(onReport: ((report: Report) => void) | undefined, clock: Clock): OnWait {
  return ({ reason, untilMs }) => {
    const until = utcSeconds(untilMs);
    const text = `Waiting ${formatDuration(Math.max(0, untilMs - clock.now()))}, until ${until}: ${reason}`;
    onReport?.({ level: 'info', type: 'wait', fields: { reason, until }, text });
  };
}

export interface AppContext {
  readonly env: Environment;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Read for the file name `-`. */
  readonly stdin?: Readable;
  readonly runId?: string;
  /** The newest due time that the run covers, if it is scheduled. */
  readonly dueMs?: number;
  /** True if the vault must exist, because an earlier run of the same job succeeded. */
  readonly isVaultExpected?: boolean;
  readonly onReport?: (report: Report) => void;
  /** How the service is called, in place of what the settings and the environment say. */
  readonly connection?: Partial<ClientOptions>;
  /** Performs a run after earlier calls of this process on its vault. */
  readonly inTurn?: <Result>(
    vaults: readonly string[],
    signal: AbortSignal,
    work: () => Promise<Result>,
  ) => Promise<Result>;
  /** Called with each token and password, so that they are redacted from messages and logs. */
  readonly onSecret?: (secret: string) => void;
}
