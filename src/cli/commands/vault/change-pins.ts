import { archiveIdOf, findArchives, type Manifest, setPin } from '../../../vault/index.ts';
import type { CommandContext } from '../../context.ts';
import { jsonLine } from '../../json-names.ts';
import { openNamedVault, type VaultFlags, withLockedVault } from '../../vault-flags.ts';

export interface PinFlags extends VaultFlags {
  readonly json?: boolean;
}

interface PinChange {
  readonly names: readonly string[];
  readonly flags: PinFlags;
  /** Undefined takes pins away. */
  readonly pin: Manifest['pin'];
}

/** Pins or unpins the archives that were named, and says which they are. */
export async function changePins({ names, flags, pin }: PinChange, context: CommandContext): Promise<void> {
  const vault = await openNamedVault(flags, context);
  const archives = await withLockedVault(vault, 'satchel vault pin', async () => {
    const found = findArchives(await vault.manifests(), names);
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
