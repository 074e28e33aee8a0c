import type { Command } from 'commander';
import { environmentOfVault, usualSettings, vaultsOf } from '../../app/index.ts';
import type { OpenVaultAtOptions } from '../../backup/index.ts';
import { createRunId } from '../../base/index.ts';
import { Failure } from '../../model/index.ts';
import type { RunJournal, Vault } from '../../vault/index.ts';
import type { Context } from '../context.ts';
import { addFlag } from './flags.ts';

export interface VaultFlags {
  readonly vault?: string;
  readonly identityFile?: readonly string[];
}

export function addVaultFlag(command: Command): void {
  addFlag(command, '--vault <dir>', 'the vault: a directory or s3://BUCKET/PREFIX (default: as configured)');
}

/** The place of the vault: `--vault`, else that of the configuration. Fails with `usage` if there is neither. */
export async function chooseVault({ vault }: VaultFlags, context: Context): Promise<string> {
  const chosen = vault ?? (await usualVault(context));
  if (chosen === undefined) {
    throw new Failure('usage', 'No vault was named', {
      hint: `Name it with --vault DIR, with SATCHEL_VAULT or in a configuration, which "${context.invocation} init" writes`,
    });
  }
  return chosen;
}

/** The vault of the configuration, if any. Fails with `usage` if there are several. */
export async function usualVault(context: Context): Promise<string | undefined> {
  const configuration = await usualSettings(context);
  const [only, ...others] = configuration === undefined ? [] : vaultsOf(configuration);
  if (others.length > 0) {
    const list = [only, ...others].map((directory) => `"${directory}"`).join(', ');
    throw new Failure('usage', `Cannot choose a vault: the jobs in "${configuration?.path}" use ${list}`, {
      hint: 'Name one with --vault DIR',
    });
  }
  return only;
}

/** Opens the selected vault. Fails with `absent` if it does not exist. */
export async function openNamedVault(
  flags: VaultFlags,
  context: Context,
  options: Pick<OpenVaultAtOptions, 'create' | 'isRepair' | 'isRebuild' | 'encryption' | 'needsStore'> = {},
): Promise<Vault> {
  const { clock, random, signal } = context;
  const { openVaultAt } = await import('../../backup/index.ts');
  const { identityFile: identityFiles } = flags;
  const location = await chooseVault(flags, context);
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
  { clock, random }: Context,
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
