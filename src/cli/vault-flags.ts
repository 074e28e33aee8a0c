import type { Command } from 'commander';
import { Failure } from '../base/index.ts';
import { openVault, type Vault } from '../vault/index.ts';
import type { Context } from './context.ts';
import { addFlag } from './flags.ts';

/** The flag of every command that is about a vault. */
export interface VaultFlags {
  readonly vault?: string;
}

export function addVaultFlag(command: Command): void {
  addFlag(command, '--vault <dir>', 'the vault');
}

/** Opens the vault that was named. Fails with `usage` where none was, and with `absent` where there is none. */
export async function openNamedVault(
  { vault }: VaultFlags,
  context: Context,
  options: { readonly create?: boolean } = {},
): Promise<Vault> {
  if (vault === undefined) {
    throw new Failure('usage', 'Cannot tell which vault is meant: none was named', {
      hint: 'Name it with --vault DIR, or set SATCHEL_VAULT',
    });
  }
  return await openVault(vault, { clock: context.clock, ...options });
}

/** Does something with a vault that this run holds alone. */
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
