/**
 * What people do with a vault after its backups: importing, checking, repairing, rebuilding, pruning and copying it, in a
 * directory or in object storage; and the steps of this work that a backup takes too.
 */

export type { OwnKey } from './check-encryption.ts';
export { checkVault } from './check-vault.ts';
export { openCopySource, openCopyTarget } from './copy-ends.ts';
export type { CopyEvent } from './copy-event.ts';
export { type CopyReport, copyVault } from './copy-vault.ts';
export { type EncryptedEvent, encryptArchives, removePlainArchives } from './encrypt-archives.ts';
export { finishLeftovers, type InterruptedBackup } from './finish-leftovers.ts';
export { type ImportEvent, type ImportReport, importArchives } from './import-archives.ts';
export { inspectStore, mayLackSnapshots, readSnapshotsWithStore } from './inspect-store.ts';
export { type JobHistory, type JobIdentity, readJobHistory } from './job-history.ts';
export { clonesFolderOf, listClones } from './kept-clones.ts';
export { fetchFiles, openVaultAt } from './open-vault-at.ts';
export type { OpenVaultAtOptions } from './open-vault-options.ts';
export { pruneVault, sweepVault } from './prune-vault.ts';
export { type RebuildEvent, type RebuildReport, rebuildStore } from './rebuild-store.ts';
export type { Repair } from './repair.ts';
export { repairVault } from './repair-vault.ts';
export { setAside, setStoreAside } from './set-aside.ts';
export { openSharedText } from './shared-text.ts';
export { findStoreDamage, noteArchives, noteStore, recordStoreDamage } from './store-notes.ts';
export { type AccountStatus, hasFailed, readVaultStatus, type VaultStatus } from './vault-status.ts';
