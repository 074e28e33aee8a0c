import { type Hints, SYSTEM_HINTS, type SystemFailureCode } from '../base/failure.ts';
import { rowsOf } from '../base/rows.ts';
import type { ExitName } from './exit-codes.table.ts';

/** A row of `FAILURES`. */
export interface FailureRow extends Hints {
  readonly exit: ExitName;
  readonly summary: string;
  /** What to do next; a single failure can override it. */
  readonly hint: string;
}

/** All failures, by stable code. */
export const FAILURES = rowsOf<FailureRow>()({
  usage: { exit: 'usage', summary: 'an argument or flag is wrong', ...SYSTEM_HINTS.usage },
  exists: {
    exit: 'usage',
    summary: 'something is already where a file or folder is to be written',
    hint: 'Name another path, or move away what is there',
  },
  'query-refused': {
    exit: 'usage',
    summary: 'the SQL is invalid, or not read-only',
    hint: 'One SELECT, WITH, VALUES or EXPLAIN statement is allowed; tables() of the store lists the tables',
    commandHint:
      'One SELECT, WITH, VALUES or EXPLAIN statement is allowed; "satchel tables" lists the tables',
  },
  'query-stopped': {
    exit: 'failed',
    summary: 'a query exceeded its limit on memory or time',
    hint: 'Simplify the query (fewer columns, a WHERE clause, smaller groups, less sorting), or raise its limit',
    commandHint:
      'Simplify the query (fewer columns, a WHERE clause, smaller groups, less sorting), or raise --timeout',
  },
  busy: {
    exit: 'temporary',
    summary: 'the reader is busy with other queries',
    ...SYSTEM_HINTS.busy,
  },
  'search-refused': {
    exit: 'usage',
    summary: 'the search query is invalid',
    hint: 'The guide on searching describes the language',
    commandHint: '"satchel help searching" describes the search language',
  },
  'not-indexed': {
    exit: 'usage',
    summary: 'the store was loaded without an index of its texts',
    hint: 'Load the archive again with its index',
    commandHint: 'Load the archive again, without --no-search',
  },
  'configuration-wrong': {
    exit: 'usage',
    summary: 'the configuration is unreadable or invalid',
    hint: 'Correct what the message says',
    commandHint: '"satchel config check" lists everything that is wrong with it',
  },
  closed: {
    exit: 'failed',
    summary: 'a program used a client, a store or a reader that it had closed',
    hint: 'Close it after the last call',
  },
  internal: {
    exit: 'failed',
    summary: 'an internal error',
    ...SYSTEM_HINTS.internal,
  },
  'disk-full': {
    exit: 'failed',
    summary: 'no space is left on the device',
    ...SYSTEM_HINTS['disk-full'],
  },
  'file-system': {
    exit: 'failed',
    summary: 'a file cannot be read or written',
    ...SYSTEM_HINTS['file-system'],
  },
  'stream-failed': {
    exit: 'failed',
    summary: 'a stream that an archive is read from fails',
    hint: 'Look at what writes to the stream; the "cause" of the failure is its error',
    commandHint: 'Look at the program whose output is read',
  },
  'request-refused': {
    exit: 'failed',
    summary: 'the service rejects the request (400, 409, 410, 422)',
    hint: 'Correct what the service complains about, and try again',
  },
  'not-the-service': {
    exit: 'failed',
    summary: 'the server at the base URL is not the service',
    hint: 'Check "baseUrl": it must be the address of the API, not of the website',
    commandHint: 'Check --base-url: it must be the address of the API, not of the website',
  },
  'location-refused': {
    exit: 'failed',
    summary: 'the service refers to an address that Satchel does not accept',
    hint: 'Check "baseUrl": tokens are sent only to its origin, and archives are fetched only over https from public addresses',
    commandHint:
      'Check --base-url: tokens are sent only to its origin, and archives are fetched only over https from public addresses',
  },
  'git-missing': {
    exit: 'failed',
    summary: 'the git program is not installed',
    hint: 'Install git',
  },
  'package-missing': {
    exit: 'failed',
    summary: 'an optional package is not installed',
    ...SYSTEM_HINTS['package-missing'],
  },
  'git-unreadable': {
    exit: 'failed',
    summary: 'a stored git repository is damaged, or reading it exceeds a limit',
    hint: 'verifyArchive with the level "deep" lists what is wrong with the repositories of an archive',
    commandHint: '"satchel verify --deep" lists what is wrong with the repositories of an archive',
  },
  'store-older': {
    exit: 'failed',
    summary: 'the store was written by an earlier Satchel, or has another schema',
    hint: 'Load its archives again into a new file with loadArchive; for the store of a vault, call rebuild() of the vault',
    commandHint:
      'Load its archives again into a new file with "satchel load"; for the store of a vault, run "satchel vault rebuild"',
  },
  'store-newer': {
    exit: 'failed',
    summary: 'the store was written by a newer Satchel',
    hint: 'Update Satchel, or load the archive into a new store',
  },
  'out-of-order': {
    exit: 'failed',
    summary: 'an archive is older than what the store holds',
    hint: 'Load it with "isHistory", or into a new store',
    commandHint: 'Load it with --as-history, or into a new store',
  },
  'token-missing': {
    exit: 'authentication',
    summary: 'no token was given',
    hint: 'Pass a classic personal access token as "token"',
    commandHint: 'Set SATCHEL_TOKEN or pass --token-file with a classic personal access token',
  },
  'token-kind': {
    exit: 'authentication',
    summary: 'the service does not accept this kind of token here',
    hint: 'Create a classic personal access token with the repo scope',
  },
  unauthorized: {
    exit: 'authentication',
    summary: 'the service does not accept the token (401)',
    hint: 'Use a valid token. Migrations need a classic personal access token with the repo scope; findTokenNeeds lists what other calls need',
    commandHint:
      'Use a valid token. Migrations need a classic personal access token with the repo scope; "satchel permissions" lists what other calls need',
  },
  forbidden: {
    exit: 'authentication',
    summary: 'the token does not permit this (403)',
    hint: "Use a token of the account's owner, with the repo scope",
  },
  'login-failed': {
    exit: 'authentication',
    summary: 'a login in the browser was not completed',
    hint: 'Log in again',
    commandHint: 'Run "satchel login" again',
  },
  'key-missing': {
    exit: 'authentication',
    summary: 'an archive is encrypted, and its key was not given',
    hint: 'Name the file that holds the key in "identityFiles"',
    commandHint: 'Name the file that holds the key with --identity-file FILE',
  },
  'rate-limited': {
    exit: 'temporary',
    summary: 'a rate limit is in effect',
    hint: 'Try again after the time that the message names',
  },
  'service-unavailable': {
    exit: 'temporary',
    summary: 'the service answers with a server error',
    hint: 'Try again later',
  },
  'timed-out': {
    exit: 'temporary',
    summary: 'a call to the service took longer than it may',
    hint: 'Try again later, or give it more time with "callTimeoutMs"',
    commandHint: 'Run again later, or give it more time with --timeout',
  },
  'list-too-long': {
    exit: 'failed',
    summary: 'a list of the service has more pages than may be read',
    hint: 'Narrow the list, or raise "maxPages"',
    commandHint: 'Narrow the list',
  },
  network: {
    exit: 'temporary',
    summary: 'the service cannot be reached, or a connection broke',
    hint: 'Check the connection and try again',
  },
  'download-incomplete': {
    exit: 'temporary',
    summary: 'the archive arrived incomplete or damaged',
    hint: 'Try again; no incomplete archive was left behind',
  },
  'copy-unsafe': {
    exit: 'warnings',
    summary: 'a public copy has what must not be in it, and did not get its name',
    hint: 'Look at the places in the copy that was written; if all of them may be public, give it its name yourself',
  },
  'not-an-archive': {
    exit: 'verification',
    summary: 'the file is not a migration archive',
    hint: 'Name a .tar.gz or .tar file that a migration produced',
  },
  'archive-damaged': {
    exit: 'verification',
    summary: 'the archive is truncated or damaged',
    hint: 'Download it again; verifyArchive lists what is wrong',
    commandHint: 'Download it again; "satchel verify" lists what is wrong',
  },
  'migration-failed': {
    exit: 'migrationFailed',
    summary: 'the service reports the migration as failed',
    hint: 'The service gives no reason; the usual one is size: export fewer repositories, or leave out releases and attachments',
  },
  'still-pending': {
    exit: 'pending',
    summary: 'the migration was not finished before the deadline',
    hint: 'Wait for it with waitForMigration',
    commandHint: 'Wait for it with "satchel export wait ID"',
  },
  absent: {
    exit: 'absent',
    summary: 'something does not exist, or the token cannot see it (404)',
    ...SYSTEM_HINTS.absent,
  },
  'vault-damaged': {
    exit: 'verification',
    summary: 'the file that marks a directory as a vault is damaged or missing',
    hint: 'repair() of the vault rewrites it',
    commandHint: '"satchel vault repair" rewrites it',
  },
  'recipients-changed': {
    exit: 'verification',
    summary: 'a vault is encrypted for other keys than when this machine last wrote to it',
    hint: 'Name the keys once in "recipients" if that is meant; if not, correct its satchel-vault.json',
    commandHint:
      'Name the keys once with --recipient if that is meant; if not, correct its satchel-vault.json',
  },
  'lake-damaged': {
    exit: 'verification',
    summary: 'the manifest of a lake is damaged',
    hint: 'Remove the lake, and write it again',
    commandHint: 'Remove the lake, and write it again with "satchel lake sync"',
  },
  'not-a-store': {
    exit: 'absent',
    summary: 'the file is not a Satchel store',
    hint: 'Name another file; loadArchive creates a new store',
    commandHint: 'Name another file with --db; "satchel load ARCHIVE --db FILE" creates a new store',
  },
  locked: {
    exit: 'locked',
    summary: 'another run is using the vault or the state',
    ...SYSTEM_HINTS.locked,
  },
  interrupted: {
    exit: 'interrupted',
    summary: 'interrupted (SIGINT, Ctrl-C)',
    hint: 'Try again',
  },
  terminated: {
    exit: 'terminated',
    summary: 'stopped by SIGTERM, as service managers do',
    hint: 'Try again',
  },
}) satisfies Readonly<Record<SystemFailureCode, FailureRow>>;

/** What kind of failure it is: stable, for programs. */
export type FailureCode = keyof typeof FAILURES;
