import type { OpenSourceOptions } from '../../archive/index.ts';
import { type Clock, Failure, type Random } from '../../base/index.ts';
import type { Vault } from '../../vault/index.ts';

export interface RepairOptions {
  /** Must be locked, and opened for repair. */
  readonly vault: Vault;
  readonly run: string;
  readonly isDryRun: boolean;
  readonly opening: OpenSourceOptions;
  readonly satchelVersion: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Called when the result of one repair is known. */
  readonly onRepair: (repair: Repair) => void;
}

/** Something that is damaged, and what is done about it. */
export interface Repair {
  /** Below the vault's directory, with `/` between its parts. */
  readonly path: string;
  /** What was found, a sentence without final period. */
  readonly found: string;
  /** What is done; undefined where nothing can be. */
  readonly remedy: string | undefined;
  /** `planned` in a dry run. */
  readonly result: 'done' | 'planned' | 'impossible';
}

/** Notes a repair, and says so. */
export type Take = (repair: Repair) => void;

export function resultOf(isDryRun: boolean): Repair['result'] {
  return isDryRun ? 'planned' : 'done';
}

/** What is no failure is a fault of ours, and is thrown on. */
export function messageOfFailure(error: unknown): string {
  if (error instanceof Failure && error.code !== 'interrupted') {
    return error.message;
  }
  throw error;
}
