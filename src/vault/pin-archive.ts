import type { Manifest, Pin } from './manifest/manifest.ts';
import type { Vault } from './vault.ts';

/** Keeps an archive whatever the rules of retention say, or ends that. The vault must be locked. */
export async function setPin(vault: Vault, manifest: Manifest, pin: Pin | undefined): Promise<void> {
  const { pin: _former, ...rest } = manifest;
  await vault.addManifest(pin === undefined ? rest : { ...rest, pin });
}
