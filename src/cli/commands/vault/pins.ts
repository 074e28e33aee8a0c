import type { Command } from 'commander';
import { archivesOf } from '../../../app/plan-forgetting.ts';
import { openNamedVault, type VaultSettings, withLockedVault } from '../../../app/vault-location.ts';
import { formatTimestamp } from '../../../base/timestamps.ts';
import { findArchives } from '../../../vault/find-archives.ts';
import { archiveIdOf, type Manifest } from '../../../vault/manifest.ts';
import { setPin } from '../../../vault/vault.ts';
import type { CommandContext } from '../../context.ts';
import { type AccountFlags, addAccountFlag } from '../../flags/account-flag.ts';
import { addFlag, addHelpEnd } from '../../flags/flags.ts';
import { addVaultFlag } from '../../flags/store-flags.ts';
import { jsonLine } from '../../output/json-names.ts';

interface PinFlags extends VaultSettings, AccountFlags {
  readonly json?: boolean;
}

/** `satchel vault pin ARCHIVE…`: keeps archives regardless of the rules. */
export function definePin(command: Command, context: CommandContext): void {
  command.argument('<archives...>', 'ids, file names, or "latest"');
  addVaultFlag(command);
  addAccountFlag(command, 'archives');
  addFlag(command, '--note <text>', 'why it is kept, shown in the list');
  addHelpEnd(command, ['vault pin --vault ~/work latest --note "before the move"']);
  command.action(async (names: readonly string[], flags: PinFlags & { readonly note?: string }) => {
    const pinnedAt = formatTimestamp(context.clock.now());
    const pin = flags.note === undefined ? { pinnedAt } : { pinnedAt, note: flags.note };
    await changePins({ names, flags, pin }, context);
  });
}

/** `satchel vault unpin ARCHIVE…`: makes the rules apply to archives again. */
export function defineUnpin(command: Command, context: CommandContext): void {
  command.argument('<archives...>', 'ids, file names, or "latest"');
  addVaultFlag(command);
  addAccountFlag(command, 'archives');
  addHelpEnd(command, ['vault unpin --vault ~/work 3f9a1c20']);
  command.action(async (names: readonly string[], flags: PinFlags) => {
    await changePins({ names, flags, pin: undefined }, context);
  });
}

interface PinChange {
  readonly names: readonly string[];
  readonly flags: PinFlags;
  /** Undefined removes pins. */
  readonly pin: Manifest['pin'];
}

/** Pins or unpins the named archives, and reports them. */
async function changePins({ names, flags, pin }: PinChange, context: CommandContext): Promise<void> {
  const vault = await openNamedVault(flags, context);
  const archives = await withLockedVault(vault, 'satchel vault pin', async () => {
    const found = findArchives(archivesOf(flags, await vault.manifests()), names);
    for (const manifest of found) {
      await setPin(vault, manifest, pin);
    }
    return found;
  });
  const isPinned = pin !== undefined;
  if (flags.json === true) {
    context.stdout.write(jsonLine({ isPinned, archives: archives.map(({ archive }) => archive) }));
    return;
  }
  for (const manifest of archives) {
    context.stdout.write(
      `${isPinned ? 'Pinned' : 'Unpinned'} ${archiveIdOf(manifest)} ${manifest.archive}\n`,
    );
  }
}
