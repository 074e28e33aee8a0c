import type { AppContext } from '../../app/context.ts';
import { withLockedVault, withVaultJournal } from '../../app/vault-location.ts';
import { untilAborted } from '../../base/signals.ts';
import type { RunJournal } from '../../vault/journal.ts';
import type { Vault as OpenVault } from '../../vault/vault.ts';

/** A change of a vault. */
interface Change {
  /** The call that makes it. */
  readonly command: string;
  readonly vault: OpenVault;
  readonly signal: AbortSignal;
}

/** How calls change a vault: one after the other, so that those of a program do not lock each other out. */
export interface VaultChanges {
  locked<Result>(change: Change, work: () => Promise<Result>): Promise<Result>;
  journaled<Result>(change: Change, work: (journal: RunJournal) => Promise<Result>): Promise<Result>;
}

/** Creates the queue of the changes of one vault. */
export function queueChanges(context: AppContext): VaultChanges {
  let latest: Promise<unknown> = Promise.resolve();
  const inTurn = async <Result>(signal: AbortSignal, work: () => Promise<Result>) => {
    const before = latest;
    const turn = untilAborted(before, signal).then(work);
    latest = Promise.allSettled([before, turn]);
    return await turn;
  };
  return {
    locked: ({ command, vault, signal }, work) =>
      inTurn(signal, async () => await withLockedVault(vault, nameOf(command), work)),
    journaled: ({ command, vault, signal }, work) =>
      inTurn(signal, async () => await withVaultJournal(vault, nameOf(command), context, work)),
  };
}

function nameOf(command: string): string {
  return `${command}() of a program`;
}
