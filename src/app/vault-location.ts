import { existsSync } from 'node:fs';
import { createRunId } from '../base/run-id.ts';
import type { OpenVaultAtOptions } from '../keeping/open-vault-options.ts';
import { Failure } from '../model/failure.ts';
import { isObjectLocation } from '../objects/object-location.ts';
import type { RunJournal } from '../vault/journal.ts';
import type { Vault } from '../vault/vault.ts';
import type { IdentitySettings } from './archive-argument.ts';
import { environmentOfVault, usualSettings, vaultsOf } from './configuration.ts';
import { type AppContext, noteTo } from './context.ts';
import { readLast } from './last-used.ts';

/** What says which vault is meant, and opens its archives. */
export interface VaultSettings extends IdentitySettings {
  readonly vault?: string;
}

/**
 * The place of the vault: `--vault`, else that of the configuration, else the one that was backed up into last. Fails with
 * `usage` if there is none.
 */
export async function chooseVault({ vault }: VaultSettings, context: AppContext): Promise<string> {
  const chosen = vault ?? (await usualVault(context)) ?? (await lastVault(context));
  if (chosen === undefined) {
    throw new Failure('usage', 'No vault was named', {
      commandHint:
        'Name it with --vault DIR, with SATCHEL_VAULT or in a configuration, which "satchel init" writes',
    });
  }
  return chosen;
}

/** Fails with `absent` if it is gone: a backup would make another one in the place of a disk that is not mounted. */
async function lastVault(context: AppContext): Promise<string | undefined> {
  const vault = await readLast('vault', context);
  if (vault === undefined) {
    return undefined;
  }
  if (!isObjectLocation(vault) && !existsSync(vault)) {
    throw new Failure('absent', `Cannot find the vault "${vault}", which was used last`, {
      commandHint: 'Connect its disk, or name another one with --vault DIR',
    });
  }
  noteTo(context.onReport)(`Using the vault "${vault}", as the last backup did`);
  return vault;
}

/** The vault of the configuration, if any. Fails with `usage` if there are several. */
export async function usualVault(context: AppContext): Promise<string | undefined> {
  const configuration = await usualSettings(context);
  const [only, ...others] = configuration === undefined ? [] : vaultsOf(configuration);
  if (others.length > 0) {
    const list = [only, ...others].map((directory) => `"${directory}"`).join(', ');
    throw new Failure('usage', `Cannot choose a vault: the jobs in "${configuration?.path}" use ${list}`, {
      commandHint: 'Name one with --vault DIR',
    });
  }
  return only;
}

/** Opens the selected vault. Fails with `absent` if it does not exist. */
export async function openNamedVault(
  settings: VaultSettings,
  context: AppContext,
  options: Pick<
    OpenVaultAtOptions,
    'create' | 'isRepair' | 'onDamagedStore' | 'encryption' | 'needsStore'
  > = {},
): Promise<Vault> {
  const { clock, random, signal } = context;
  const { openVaultAt } = await import('../keeping/open-vault-at.ts');
  const { identityFile: identityFiles } = settings;
  const location = await chooseVault(settings, context);
  return await openVaultAt(location, {
    clock,
    random,
    signal,
    env: await environmentOfVault(location, context),
    identityFiles,
    ...options,
  });
}

/** Calls `work` with the journal of a vault while holding its lock. */
export async function withVaultJournal<Result>(
  vault: Vault,
  command: string,
  { clock, random }: AppContext,
  work: (journal: RunJournal) => Promise<Result>,
): Promise<Result> {
  return await withLockedVault(vault, command, async () => {
    const journal = await vault.journal.open(createRunId(clock, random));
    try {
      return await work(journal);
    } finally {
      await journal.close();
    }
  });
}

/** Calls `work` while holding the lock of a vault. */
export async function withLockedVault<Result>(
  vault: Vault,
  command: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await vault.lock(command);
  try {
    return await work();
  } finally {
    await release();
  }
}
