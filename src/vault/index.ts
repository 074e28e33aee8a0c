/**
 * A directory of many archives: layout, manifests, and the lock that one run holds; retention and checks; encryption;
 * and the verification of an archive at every level.
 */

export { ageCodec } from './age/age-codec.ts';
export { type AgeHeader, readAgeHeader } from './age/age-header.ts';
export { createDecrypt } from './age/decrypt-stream.ts';
export { checkRecipients, digesting, encryptFile, encryptStream } from './age/encrypt-file.ts';
export { readIdentities, readRecipients, recipientsOfIdentities } from './age/read-keys.ts';
export { accountInName, archiveName } from './archive-name.ts';
export { hasDigest, isStoredWhole, presentArchives } from './archive-presence.ts';
export {
  bytesToRead,
  checkContent,
  checkPresence,
  findingOfSpare,
  findLostJournal,
  listLostArchives,
} from './check/check-archives.ts';
export { describeOpenFolder, listOpenFolders, listSpareFiles } from './check/list-layout.ts';
export { chooseSample, parseReadSample, type ReadSample } from './check/read-sample.ts';
export { createVaultFinding, VAULT_FINDINGS, type VaultFinding } from './check/vault-findings.table.ts';
export { findArchives } from './find-archives.ts';
export { forgetArchives, readKeptSnapshots } from './forget/forget-archives.ts';
export {
  type BegunBackup,
  type FinishedBackup,
  findDownloads,
  findFinishedBackup,
  findMigrationsOf,
  findNeededMigrations,
  findOpenBackup,
  findSpentMigrations,
  linesAtService,
  listBackups,
  type RecordedBackup,
  readPartHistories,
  reasonAgainstResuming,
} from './journal/backup-history.ts';
export { type JournalContent, type RunJournal, trimJournal } from './journal/journal.ts';
export { isJournalLine } from './journal/journal-line.ts';
export { findExpectedArchives } from './journal/needed-lines.ts';
export { findOwedWork, type OwedRequests, type OwedWork } from './journal/owed-work.ts';
export { findUsualWait, type RunSummary, summarizeRuns } from './journal/summarize-runs.ts';
export { DRAFT_NAME, FORGOTTEN } from './layout.ts';
export {
  accountKeyOf,
  archiveIdOf,
  type Completeness,
  type CompletenessCheck,
  coverageOf,
  describeUnknown,
  encryptedNameOf,
  MAX_COMPLETENESS_DETAILS,
  type Manifest,
  plainNameOf,
  storedFileOf,
} from './manifest/manifest.ts';
export { type ManifestList, readManifestFiles, sealManifest } from './manifest/read-manifests.ts';
export { type Scope, scopeOf, scopeOfRequest, selectionOfNames } from './manifest/scope.ts';
export {
  areSameRecipients,
  describeNewVault,
  describeRecipients,
  type EncryptionWish,
  PLAIN_PARTS,
  recipientsOfWish,
  requireSameRecipients,
} from './marker/encryption-wish.ts';
export { MARKER_FAULTS, MARKER_FILE, type Marker, parseMarker, textOfMarker } from './marker/marker.ts';
export { describeDrop, findDrops, type SnapshotSizes } from './retention/find-drops.ts';
export { findHold } from './retention/find-hold.ts';
export { groupKeyOf, groupSnapshots } from './retention/group-snapshots.ts';
export { KEEP_RULE_NAMES, KEEP_RULES, type KeepRuleName } from './retention/keep-rules.table.ts';
export { type KeptSnapshot, sizesOf } from './retention/kept-snapshot.ts';
export { planRemoval } from './retention/plan-removal.ts';
export { type GroupRetention, planRetention } from './retention/plan-retention.ts';
export {
  DEFAULT_MAX_DROP,
  isEmptyPolicy,
  type RetentionPolicy,
} from './retention/retention-policy.ts';
export {
  type KeptNames,
  type OriginFile,
  openVault,
  setPin,
  type Vault,
  type VaultEncryption,
  type VaultOrigin,
} from './vault.ts';
export { type VerifyLevel, verifyArchive } from './verify-archive.ts';
