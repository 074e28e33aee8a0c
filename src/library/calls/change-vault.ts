import type { AppContext } from '../../app/context.ts';
import { withLockedVault, withVaultJournal } from '../../app/vault-location.ts';
import { untilAborted } from '../../base/signals.ts';
import { isObjectLocation } from '../../objects/object-location.ts';
import { findTarget } from '../../store/store-lock.ts';
import type { RunJournal } from '../../vault/journal.ts';
import type { Vault as OpenVault } from '../../vault/vault.ts';

/** A change of a vault. */
interface Change {
  /** The call that makes it. */
  readonly command: string;
  readonly vault: OpenVault;
  readonly signal: AbortSignal;
}

/** How calls change a vault. */
export interface VaultChanges {
  locked<Result>(change: Change, work: () => Promise<Result>): Promise<Result>;
  journaled<Result>(change: Change, work: (journal: RunJournal) => Promise<Result>): Promise<Result>;
}

/** The changes of a vault, which wait for each other. */
export function queueChanges(context: AppContext): VaultChanges {
  return {
    locked: ({ command, vault, signal }, work) =>
      inTurn([vault.name], signal, async () => await withLockedVault(vault, nameOf(command), work)),
    journaled: ({ command, vault, signal }, work) =>
      inTurn([vault.name], signal, async () => await withVaultJournal(vault, nameOf(command), context, work)),
  };
}

/** The last call on each vault that is being changed, by its real path. */
const latest = new Map<string, Promise<unknown>>();

/** Does the work once all earlier calls of this process on the same vaults have ended: they would lock each other out. */
export async function inTurn<Result>(
  places: readonly string[],
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const keys = places.map((place) =>
    isObjectLocation(place) ? place.replace(/\/+$/, '') : findTarget(place),
  );
  const before = Promise.all(keys.map((key) => latest.get(key)));
  const turn = untilAborted(before, signal).then(work);
  const ended = Promise.allSettled([before, turn]).then(() => {
    for (const key of keys.filter((one) => latest.get(one) === ended)) {
      latest.delete(key);
    }
  });
  for (const key of keys) {
    latest.set(key, ended);
  }
  return await turn;
}

function nameOf(command: string): string {
  return `${command}() of a program`;
}
