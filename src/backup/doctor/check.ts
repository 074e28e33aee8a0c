import type { ExitName } from '../../base/index.ts';

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
