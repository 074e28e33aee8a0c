import type { OpenSourceOptions } from '../archive/archive-source.ts';
import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import { Failure } from '../model/failure.ts';
import type { Vault } from '../vault/vault.ts';
import type { OwnKey } from './check-encryption.ts';

export interface RepairOptions {
  /** Must be locked, and opened for repair. */
  readonly vault: Vault;
  readonly run: string;
  readonly isDryRun: boolean;
  readonly opening: OpenSourceOptions & { readonly ownKeys?: readonly OwnKey[] };
  readonly satchelVersion: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly searchPath: string;
  readonly signal: AbortSignal;
  /** Called when the result of one repair is known. */
  readonly onRepair: (repair: Repair) => void;
}

/** A defect, and what is done about it. */
export interface Repair {
  /** Relative to the vault's directory, with `/` as separator. */
  readonly path: string;
  /** The defect, as a sentence without a final period. */
  readonly found: string;
  /** What is done; undefined if nothing can be. */
  readonly remedy: string | undefined;
  /** `planned` in a dry run. */
  readonly result: 'done' | 'planned' | 'impossible';
}

/** Records and reports a repair. */
export type Take = (repair: Repair) => void;

export function resultOf(isDryRun: boolean): Repair['result'] {
  return isDryRun ? 'planned' : 'done';
}

/** Errors that are not failures are bugs of ours, and are rethrown. */
export function messageOfFailure(error: unknown): string {
  if (error instanceof Failure && error.code !== 'interrupted') {
    return error.message;
  }
  throw error;
}
