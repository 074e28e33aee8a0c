/**
 * Many archives in one directory: layout, manifests, and the lock that one run holds; and the proof that an archive is
 * whole, at every level.
 */

export type { Manifest } from './manifest.ts';
export { openVault, type Vault } from './vault.ts';
export { acquireLock } from './vault-lock.ts';
export { type VerifyLevel, verifyArchive } from './verify-archive.ts';
