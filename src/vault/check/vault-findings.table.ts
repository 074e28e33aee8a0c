interface VaultFindingRow {
  /** `info` leaves the exit status 0, `warning` gives 3, `error` gives 6. */
  readonly severity: 'info' | 'warning' | 'error';
  readonly summary: string;
}

/** Everything that can be wrong with or remarkable in a vault, by stable code. */
export const VAULT_FINDINGS = {
  'manifest-damaged': { severity: 'error', summary: 'a manifest cannot be read, or breaks its schema' },
  'archive-missing': { severity: 'error', summary: 'a manifest has no archive' },
  'archive-lost': {
    severity: 'error',
    summary:
      'an archive and its manifest are gone, and no run has removed them; "vault repair" takes note of it',
  },
  'archive-size': { severity: 'error', summary: 'an archive has another size than its manifest says' },
  'archive-digest': { severity: 'error', summary: 'an archive has other bytes than its manifest says' },
  'archive-damaged': { severity: 'error', summary: 'an archive is not whole and right' },
  'archive-unread': {
    severity: 'warning',
    summary: 'an encrypted archive cannot be looked into without its key',
  },
  'archive-unverified': { severity: 'warning', summary: 'an archive was not verified when it came' },
  'archive-plain': {
    severity: 'warning',
    summary: 'an archive lies beside its encrypted form; "vault prune" removes it',
  },
  'archive-unencrypted': {
    severity: 'warning',
    summary: 'an interrupted run left an archive plain; the next backup with recipients encrypts it',
  },
  'manifest-missing': {
    severity: 'warning',
    summary: 'an archive has no manifest; "vault import" makes one',
  },
  'archive-unloaded': {
    severity: 'warning',
    summary: 'an archive was not loaded, as its import broke off; "vault rebuild" loads it',
  },
  'store-missing': {
    severity: 'error',
    summary: 'the store is not there; "vault rebuild" makes it from the archives',
  },
  'store-damaged': {
    severity: 'error',
    summary: 'the store cannot be read, or has other bytes than were written; "vault rebuild" makes it anew',
  },
  'snapshot-missing': {
    severity: 'error',
    summary: 'the store has no snapshot of an archive; "vault rebuild" loads it',
  },
  'blob-missing': { severity: 'error', summary: 'the store names an attachment or asset that is not there' },
  'blob-size': { severity: 'error', summary: 'an attachment or asset has another size than the store says' },
  'blob-digest': { severity: 'error', summary: 'an attachment or asset has other bytes than its name says' },
  'git-missing': { severity: 'error', summary: 'the store names a repository that is not there' },
  'git-damaged': { severity: 'error', summary: 'a repository has other bytes than its name says' },
  'marker-damaged': {
    severity: 'error',
    summary: 'the file that makes the directory a vault is damaged or gone; "vault repair" writes it anew',
  },
  'journal-lost': {
    severity: 'warning',
    summary: 'the journal does not know of the newest backup; "vault repair" takes note of it',
  },
  'journal-damaged': { severity: 'warning', summary: 'lines of the journal cannot be read' },
  'file-orphaned': {
    severity: 'info',
    summary: 'no snapshot of the store names a file; "vault prune" removes it',
  },
  'file-leftover': { severity: 'info', summary: 'an interrupted run left a file; "vault prune" removes it' },
  'file-unfinished': {
    severity: 'info',
    summary: 'a download that was not finished; the next backup goes on with it',
  },
  'folder-open': {
    severity: 'info',
    summary: 'a folder can be read by other users of this machine; "vault repair" closes it',
  },
  'file-stray': { severity: 'info', summary: 'a file is none of a vault; it is left alone' },
} as const satisfies Readonly<Record<string, VaultFindingRow>>;

export type VaultFindingCode = keyof typeof VAULT_FINDINGS;

/** Something wrong or remarkable in a vault. */
export interface VaultFinding {
  readonly code: VaultFindingCode;
  readonly severity: VaultFindingRow['severity'];
  /** Below the vault's directory, with `/` between its parts. */
  readonly path: string;
  /** A sentence without final period. */
  readonly message: string;
}

export function createVaultFinding(code: VaultFindingCode, path: string, message: string): VaultFinding {
  return { code, severity: VAULT_FINDINGS[code].severity, path, message };
}
