/**
 * Many archives in one directory: layout, manifests, and the lock that one run holds. It knows where things
 * lie, never what is in them.
 */

export type { Manifest } from './manifest.ts';
export { openVault, type Vault } from './vault.ts';
