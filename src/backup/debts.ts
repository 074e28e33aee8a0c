import type { OwedWork } from '../vault/index.ts';

/** Calls that this account still owes to the service. */
export type Debts = Pick<OwedWork, 'deletions' | 'unlocks'>;
