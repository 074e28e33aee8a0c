import { rowsOf } from '../base/rows.ts';

/** A row of `VAULT_FINDINGS`. */
export interface VaultFindingRow {
  /** `info` leaves the exit status at 0, `warning` results in 3, `error` in 6. */
  readonly severity: 'info' | 'warning' | 'error';
  readonly summary: string;
  /** What mends it: calls of the vault, with what each does. */
  readonly remedies?: Readonly<Partial<Record<VaultRemedy, string>>> | undefined;
}

/** A call of a vault and its command; `fetch-lfs` is a command alone. */
export type VaultRemedy = 'fetch-lfs' | 'forget' | 'import' | 'prune' | 'rebuild' | 'repair';

/** All findings of a vault check, by stable code. */
export const VAULT_FINDINGS = rowsOf<VaultFindingRow>()({
  'manifest-damaged': {
    severity: 'error',
    summary: 'a manifest cannot be read, or violates its schema',
    remedies: { repair: 'makes a new one' },
  },
  'archive-missing': {
    severity: 'error',
    summary: 'a manifest has no archive',
    remedies: { import: 'restores it from another copy', forget: 'removes its manifest' },
  },
  'archive-lost': {
    severity: 'error',
    summary: 'an archive and its manifest are missing, and no run has removed them',
    remedies: { import: 'adds it again from another copy', repair: 'records the loss' },
  },
  'archive-size': {
    severity: 'error',
    summary: 'an archive does not have the size that its manifest says',
    remedies: { import: 'restores it from another copy', forget: 'removes what is left of it' },
  },
  'archive-digest': {
    severity: 'error',
    summary: 'an archive does not match the checksum in its manifest',
    remedies: { import: 'restores it from another copy', repair: 'marks it as not verified' },
  },
  'archive-damaged': {
    severity: 'error',
    summary: 'an archive is incomplete or damaged',
    remedies: { import: 'restores it from another copy', repair: 'marks it as not verified' },
  },
  'archive-unread': {
    severity: 'warning',
    summary: 'an encrypted archive cannot be read without its key',
  },
  'archive-unverified': {
    severity: 'warning',
    summary: 'an archive was not verified when it was added',
  },
  'archive-plain': {
    severity: 'warning',
    summary: 'an unencrypted archive exists next to its encrypted form',
    remedies: { prune: 'removes it' },
  },
  'archive-unencrypted': {
    severity: 'warning',
    summary: 'an archive is not encrypted, although the vault is',
    remedies: { repair: 'encrypts it' },
  },
  'recipients-differ': {
    severity: 'error',
    summary: 'something is encrypted for other keys than the vault',
    remedies: { repair: 'with a key encrypts an archive in a directory again' },
  },
  'recipients-changed': {
    severity: 'error',
    summary: 'the vault is encrypted for other keys than when this machine last wrote to it',
  },
  'manifest-missing': {
    severity: 'warning',
    summary: 'an archive has no manifest',
    remedies: { import: 'makes one' },
  },
  'archive-unloaded': {
    severity: 'warning',
    summary: 'an archive was not loaded, as its run was interrupted',
    remedies: { rebuild: 'loads it, as the next backup does' },
  },
  'store-missing': {
    severity: 'error',
    summary: 'the store is missing',
    remedies: { rebuild: 'builds it from the archives' },
  },
  'store-damaged': {
    severity: 'error',
    summary: 'the store cannot be read, or has been changed',
    remedies: { rebuild: 'builds it again' },
  },
  'snapshot-missing': {
    severity: 'error',
    summary: 'an archive is not in the store',
    remedies: { rebuild: 'loads it' },
  },
  'blob-missing': {
    severity: 'error',
    summary: 'the store names an attachment or asset that is missing',
    remedies: { repair: 'takes it from an archive' },
  },
  'blob-size': {
    severity: 'error',
    summary: 'an attachment or asset does not have the size that the store says',
    remedies: { repair: 'takes it from an archive' },
  },
  'blob-digest': {
    severity: 'error',
    summary: 'an attachment or asset does not match the checksum in its name',
    remedies: { repair: 'takes it from an archive' },
  },
  'git-missing': {
    severity: 'error',
    summary: 'the store names a repository that is missing',
    remedies: { repair: 'takes it from an archive' },
  },
  'git-damaged': {
    severity: 'error',
    summary: 'a repository does not match the checksum in its name',
    remedies: { repair: 'takes it from an archive' },
  },
  'lfs-missing': {
    severity: 'warning',
    summary: 'a pointer of Git LFS names a file that is not in the vault',
    remedies: { 'fetch-lfs': 'asks the service for it' },
  },
  'lfs-damaged': {
    severity: 'error',
    summary: 'a file in Git LFS does not match the checksum in its name',
    remedies: { repair: 'makes room for it', 'fetch-lfs': 'then asks the service for it' },
  },
  'lfs-unreadable': {
    severity: 'error',
    summary: 'a file in Git LFS cannot be read, and may be whole',
  },
  'lfs-unread': {
    severity: 'warning',
    summary: 'git cannot read all pointers of Git LFS of a repository',
  },
  'clone-damaged': {
    severity: 'error',
    summary:
      'the clone of a gist or a starred repository is damaged; the next backup with clones makes a new one',
  },
  'marker-damaged': {
    severity: 'error',
    summary: 'the file that marks the directory as a vault is damaged or missing',
    remedies: { repair: 'rewrites it' },
  },
  'journal-lost': {
    severity: 'warning',
    summary: 'the journal has no entry for the newest backup',
    remedies: { repair: 'adds one' },
  },
  'journal-damaged': {
    severity: 'warning',
    summary: 'lines of the journal are damaged or missing',
    remedies: { repair: 'records the damage' },
  },
  'content-outside': {
    severity: 'info',
    summary: 'repositories of the newest archive have files in Git LFS, which no archive contains',
  },
  'file-orphaned': {
    severity: 'info',
    summary: 'a file is not needed by any snapshot of the store',
    remedies: { prune: 'removes it' },
  },
  'file-leftover': {
    severity: 'info',
    summary: 'an interrupted run left a file',
    remedies: { prune: 'removes it' },
  },
  'store-unfinished': {
    severity: 'info',
    summary: 'a rebuild is building a store, or was interrupted',
    remedies: { rebuild: 'continues it', prune: 'removes it' },
  },
  'file-unfinished': {
    severity: 'info',
    summary: 'a download was not finished; the next backup resumes it',
  },
  'folder-open': {
    severity: 'info',
    summary: 'a folder can be read by other users of this machine',
    remedies: { repair: 'closes it' },
  },
  'file-stray': {
    severity: 'info',
    summary: 'a file does not belong to a vault; it is left alone',
  },
});

/** What kind of finding of a vault it is: stable, for programs. */
export type VaultFindingCode = keyof typeof VAULT_FINDINGS;

/** A defect or an observation in a vault. */
export interface VaultFinding {
  readonly code: VaultFindingCode;
  readonly severity: VaultFindingRow['severity'];
  /** Relative to the vault's directory, with `/` as separator. */
  readonly path: string;
  /** A sentence without a final period. */
  readonly message: string;
}

export function createVaultFinding(code: VaultFindingCode, path: string, message: string): VaultFinding {
  return { code, severity: VAULT_FINDINGS[code].severity, path, message };
}

/** What mends a finding, by the call that does it. */
export function remediesOf(code: VaultFindingCode): readonly (readonly [remedy: string, effect: string])[] {
  const { remedies = {} }: VaultFindingRow = VAULT_FINDINGS[code];
  return Object.entries(remedies);
}
