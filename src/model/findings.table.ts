import { rowsOf } from '../base/rows.ts';

/** `info` leaves the exit status 0, `warning` gives 3, `error` gives 6. */
export type Severity = 'info' | 'warning' | 'error';

/** A row of `FINDINGS`. */
export interface FindingRow {
  readonly severity: Severity;
  readonly summary: string;
}

/**
 * All findings about archives, by stable code. Those that begin with `gzip-`, `tar-`, `entry-` or `encryption-` are about
 * the container.
 */
export const FINDINGS = rowsOf<FindingRow>()({
  'encryption-damaged': {
    severity: 'error',
    summary: 'the encryption of the archive is damaged or truncated; the part before the damage was read',
  },
  'gzip-truncated': { severity: 'error', summary: 'the compressed stream ends before its trailer' },
  'gzip-damaged': {
    severity: 'error',
    summary: 'the compressed stream is damaged, or its checksum does not match',
  },
  'gzip-trailing-bytes': {
    severity: 'warning',
    summary: 'bytes that are not a gzip member follow the archive',
  },
  'tar-truncated': {
    severity: 'error',
    summary: 'the tar ends inside an entry, or without a sign that it is complete',
  },
  'tar-damaged': {
    severity: 'error',
    summary: 'a tar header is damaged; reading continued at the next good one',
  },
  'tar-attribute-damaged': {
    severity: 'error',
    summary: 'the name, size or time of an entry is damaged in the tar; the entry was read without it',
  },
  'tar-end-missing': { severity: 'warning', summary: 'the tar has no end marker of two zero blocks' },
  'tar-trailing-bytes': {
    severity: 'warning',
    summary: 'another tar follows the end marker; it was read too',
  },
  'archive-foreign': {
    severity: 'error',
    summary: 'the file or folder contains nothing that a migration writes',
  },
  'entry-link': { severity: 'warning', summary: 'an entry is a link; it was not followed' },
  'entry-device': {
    severity: 'warning',
    summary: 'an entry is a device, a pipe or of another special type; it was skipped',
  },
  'entry-name-unsafe': {
    severity: 'warning',
    summary: "an entry's name is absolute, points outside or is too long; it was skipped",
  },
  'entry-name-bytes': {
    severity: 'info',
    summary: "an entry's name is not UTF-8; its bytes were kept, and are shown like \\xe9",
  },
  'entry-duplicate': { severity: 'warning', summary: 'two entries have the same name; both were read' },
  'entry-unreadable': {
    severity: 'error',
    summary: 'a file in a folder, or a sparse file in a tar, cannot be read',
  },
  'entry-unknown': { severity: 'info', summary: 'an entry is not one that a migration writes' },
  'entry-odd-name': {
    severity: 'warning',
    summary: 'a JSON file does not have the name of a record file; it was not read',
  },
  'entry-misplaced': {
    severity: 'warning',
    summary:
      'a record file is in a different directory from the rest, as if from another export; it was not read',
  },
  'limit-exceeded': {
    severity: 'error',
    summary: 'a limit on sizes, counts or nesting was exceeded; the rest was not read',
  },
  'json-syntax': { severity: 'error', summary: 'a record file is not JSON, or is truncated' },
  'json-not-array': { severity: 'error', summary: 'a record file is not an array of records' },
  'json-wrapped': {
    severity: 'warning',
    summary:
      'records are inside an object or follow one another instead of being in an array; they were read',
  },
  'json-control-character': {
    severity: 'warning',
    summary: 'a string contains a raw control character; it was read as if it were escaped',
  },
  'json-duplicate-key': {
    severity: 'warning',
    summary: 'an object in a record has two members with the same name; the later one was used',
  },
  'text-invalid-utf8': {
    severity: 'warning',
    summary: 'a record has bytes that are not UTF-8; U+FFFD replaces them',
  },
  'record-not-object': { severity: 'error', summary: 'an element of a record file is not an object' },
  'value-set-aside': {
    severity: 'warning',
    summary: 'an item of a list, or another value, violates the schema; the rest of its record is used',
  },
  'time-unreadable': {
    severity: 'warning',
    summary: 'a time in a record cannot be read; it is kept as it is, but stores show and sort no time',
  },
  'record-invalid': { severity: 'error', summary: 'a record violates the schema of its kind' },
  'record-duplicate': {
    severity: 'warning',
    summary: 'two records have the same kind and url; the later one counts',
  },
  'kind-unknown': { severity: 'info', summary: 'records of a kind without a schema; kept as they are' },
  'field-unknown': {
    severity: 'info',
    summary: 'a field that is not in the schema of its kind; kept as it is',
  },
  'schema-file-absent': { severity: 'info', summary: 'there is no schema.json' },
  'schema-file-invalid': { severity: 'warning', summary: 'schema.json or urls.json violates its own schema' },
  'format-version-unknown': { severity: 'info', summary: 'schema.json names a major version other than 1' },
  'git-damaged': {
    severity: 'error',
    summary: 'an object or a pack of a repository is damaged, missing or unreadable',
  },
  'git-ref-broken': {
    severity: 'error',
    summary: 'a branch, a tag or another ref cannot be read, or its object is not in the repository',
  },
  'git-head-missing': {
    severity: 'warning',
    summary: 'the head commit of a pull request is not in its repository',
  },
  'git-symref-dangling': {
    severity: 'warning',
    summary: 'HEAD or another symbolic ref names a branch that does not exist',
  },
  'git-object-odd': {
    severity: 'warning',
    summary: "an object is intact, but violates git's rules of format, as some old history does",
  },
  'git-object-untidy': {
    severity: 'info',
    summary: 'an object is intact, but in a format that git advises against',
  },
  'audit-log-unreadable': {
    severity: 'warning',
    summary: 'the audit log is not valid CSV; the lines before the fault were read',
  },
  'git-lfs-missing': {
    severity: 'info',
    summary: 'a repository has files in Git LFS, which no archive contains: it has only pointers to them',
  },
  'git-empty': { severity: 'info', summary: 'a repository has no commits yet' },
  'digest-mismatch': { severity: 'error', summary: 'the archive does not have the expected SHA-256' },
  'reference-missing': {
    severity: 'warning',
    summary: 'a record refers to something that should be in the archive but is not',
  },
  'record-kind-missing': {
    severity: 'warning',
    summary: 'records refer to a kind of record that is not in the archive: it was left out or lost',
  },
  'reference-outside': {
    severity: 'info',
    summary:
      'a record refers to something outside of the archive: an account, a fork, another repository, or a kind that was left out',
  },
  'attachment-missing': {
    severity: 'warning',
    summary: 'an attachment, an uploaded file or a release asset named by a record is missing',
  },
  'attachment-excluded': {
    severity: 'info',
    summary: 'records name attachments, uploaded files or release assets, but the archive has none',
  },
  'attachment-unclaimed': {
    severity: 'info',
    summary: 'an attachment, an uploaded file or a release asset is not named by any record',
  },
  'git-directory-missing': {
    severity: 'warning',
    summary: 'a repository names a git directory that is missing from the archive, although others are there',
  },
  'git-directory-excluded': {
    severity: 'info',
    summary: 'repositories name git directories, but the archive has none',
  },
  'wiki-missing': {
    severity: 'info',
    summary: 'a repository names a wiki that is missing from the archive',
  },
  'git-directory-unclaimed': { severity: 'info', summary: 'a git directory is not named by any repository' },
  'record-file-missing': {
    severity: 'warning',
    summary: 'the record files of a kind are not numbered consecutively from 1',
  },
  'record-file-long': {
    severity: 'info',
    summary: 'a record file holds more records than the service writes to one',
  },
  'number-gap': {
    severity: 'info',
    summary: 'some numbers of issues, pull requests or discussions in a repository have no record',
  },
});

/** What kind of finding it is: stable, for programs. */
export type FindingCode = keyof typeof FINDINGS;
