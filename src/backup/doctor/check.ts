import type { ExitName } from '../../base/index.ts';

/** What the doctor found of one thing. */
export interface Check {
  readonly name: string;
  /** A warning leaves work possible, a fault does not. */
  readonly verdict: 'fault' | 'ok' | 'warning';
  readonly found: string;
  /** What to do about it. */
  readonly cure?: string;
  /** How the command ends for a fault. */
  readonly exit?: ExitName;
}
