export interface VaultFindingRow {
  /** `info` leaves the exit status at 0, `warning` results in 3, `error` in 6. */
  readonly severity: 'info' | 'warning' | 'error';
  readonly summary: string;
}

/** All findings of a vault check, by stable code. */
export const VAULT_FINDINGS = {
  'manifest-damaged': { severity: 'error', summary: 'a manifest cannot be read, or violates its schema' },
  'archive-missing': { severity: 'error', summary: 'a manifest has no archive' },
  'archive-lost': {
    severity: 'error',
    summary:
      'an archive and its manifest are missing, and no run has removed them; "vault repair" records it',
  },
  'archive-size': { severity: 'error', summary: 'an archive does not have the size that its manifest says' },
  'archive-digest': { severity: 'error', summary: 'an archive does not match the checksum in its manifest' },
  'archive-damaged': { severity: 'error', summary: 'an archive is incomplete or damaged' },
  'archive-unread': {
    severity: 'warning',
    summary: 'an encrypted archive cannot be read without its key',
  },
  'archive-unverified': { severity: 'warning', summary: 'an archive was not verified when it was added' },
  'archive-plain': {
    severity: 'warning',
    summary: 'an unencrypted archive exists next to its encrypted form; "vault prune" removes it',
  },
  'archive-unencrypted': {
    severity: 'warning',
    summary: 'an archive is not encrypted, although the vault is; "vault repair" encrypts it',
  },
  'recipients-differ': {
    severity: 'error',
    summary:
      'something is encrypted for other keys than the vault; "vault repair" with a key encrypts an archive in a directory again',
  },
  'recipients-changed': {
    severity: 'error',
    summary: 'the vault is encrypted for other keys than when this machine last wrote to it',
  },
  'manifest-missing': {
    severity: 'warning',
    summary: 'an archive has no manifest; "vault import" makes one',
  },
  'archive-unloaded': {
    severity: 'warning',
    summary:
      'an archive was not loaded, as its run was interrupted; the next backup or "vault rebuild" loads it',
  },
  'store-missing': {
    severity: 'error',
    summary: 'the store is missing; "vault rebuild" builds it from the archives',
  },
  'store-damaged': {
    severity: 'error',
    summary: 'the store cannot be read, or has been changed; "vault rebuild" builds it again',
  },
  'snapshot-missing': {
    severity: 'error',
    summary: 'an archive is not in the store; "vault rebuild" loads it',
  },
  'blob-missing': { severity: 'error', summary: 'the store names an attachment or asset that is missing' },
  'blob-size': {
    severity: 'error',
    summary: 'an attachment or asset does not have the size that the store says',
  },
  'blob-digest': {
    severity: 'error',
    summary: 'an attachment or asset does not match the checksum in its name',
  },
  'git-missing': { severity: 'error', summary: 'the store names a repository that is missing' },
  'git-damaged': { severity: 'error', summary: 'a repository does not match the checksum in its name' },
  'clone-damaged': {
    severity: 'error',
    summary:
      'the clone of a gist or a starred repository is damaged; the next backup with clones makes a new one',
  },
  'marker-damaged': {
    severity: 'error',
    summary:
      'the file that marks the directory as a vault is damaged or missing; a repair of the vault rewrites it',
  },
  'journal-lost': {
    severity: 'warning',
    summary: 'the journal has no entry for the newest backup; "vault repair" adds one',
  },
  'journal-damaged': { severity: 'warning', summary: 'lines of the journal are damaged or missing' },
  'content-outside': {
    severity: 'info',
    summary: 'repositories of the newest archive have files in Git LFS, which no archive contains',
  },
  'file-orphaned': {
    severity: 'info',
    summary: 'a file is not needed by any snapshot of the store; "vault prune" removes it',
  },
  'file-leftover': { severity: 'info', summary: 'an interrupted run left a file; "vault prune" removes it' },
  'store-unfinished': {
    severity: 'info',
    summary:
      'a rebuild is building a store, or was interrupted; "vault rebuild" continues it, "vault prune" removes it',
  },
  'file-unfinished': {
    severity: 'info',
    summary: 'a download was not finished; the next backup resumes it',
  },
  'folder-open': {
    severity: 'info',
    summary: 'a folder can be read by other users of this machine; "vault repair" closes it',
  },
  'file-stray': { severity: 'info', summary: 'a file does not belong to a vault; it is left alone' },
} as const satisfies Readonly<Record<string, VaultFindingRow>>;

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
