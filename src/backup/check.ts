import type { ExitName } from '../model/exit-codes.table.ts';
import { Failure, messageOf } from '../model/failure.ts';
import { FAILURES } from '../model/failures.table.ts';

/** The result of one check of the doctor. */
export interface Check {
  readonly name: string;
  /** After a warning work is possible, after a fault it is not. */
  readonly verdict: 'fault' | 'ok' | 'warning';
  readonly found: string;
  /** What to do about it. */
  readonly cure?: string;
  /** The exit status of the command for a fault. */
  readonly exit?: ExitName;
}

/** What is there if all is well, else also what to do about it: a warning, or with an exit status a fault. */
export type Outcome = string | Pick<Check, 'cure' | 'exit' | 'found'>;

/** Performs a check; a failure is a fault, with the hint of the failure as cure. */
export async function checkThat(name: string, look: () => Outcome | Promise<Outcome>): Promise<Check> {
  try {
    const outcome = await look();
    return typeof outcome === 'string'
      ? { name, verdict: 'ok', found: outcome }
      : { name, verdict: outcome.exit === undefined ? 'warning' : 'fault', ...outcome };
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    return {
      name,
      verdict: 'fault',
      found: messageOf(error),
      cure: error.commandHint,
      exit: FAILURES[error.code].exit,
    };
  }
}
