import { definedMembers, type JsonValue } from '../base/json.ts';
import { normaliseTimestamp } from '../base/timestamps.ts';
import type { FindingTally } from '../model/findings.ts';
import type { Migration, MigrationId, MigrationRequest } from '../model/migrations.ts';
import type { Scope } from './scope.ts';

/** The comparisons that determine whether an archive is complete, in the order in which they are shown. */
const COMPLETENESS_CHECKS = {
  repositories: 'repositories that were asked for',
  service: 'counts at the service',
  previous: 'losses since an earlier backup',
  attachments: 'attachments',
  references: 'references between records',
  git: 'git repositories',
  lfs: 'files in Git LFS',
} as const satisfies Record<CompletenessName, string>;

/** Maximum number of details per comparison. */
export const MAX_COMPLETENESS_DETAILS = 100;

/** Where an archive of a vault came from. */
export type ArchiveOrigin = 'backup' | 'import';

/**
 * What a vault knows about an archive; written after the archive has its final name (`schemas/files/manifest.schema.json`).
 */
export interface Manifest {
  readonly manifestVersion: 2;
  /** File name in `archives/`. */
  readonly archive: string;
  readonly origin: ArchiveOrigin;
  /** Of the archive itself, before encryption. */
  readonly sizeBytes: number;
  readonly sha256: string;
  /** How its file differs from the archive; absent if it does not. */
  readonly encryption?: ManifestEncryption | undefined;
  /** Base URL of the service that created it; absent if unknown. */
  readonly baseUrl?: string | undefined;
  /** Login of the user or organization. */
  readonly account: string;
  /** Id of the backup in the journal; archives of the same backup are its parts. */
  readonly backup?: string | undefined;
  readonly request?: MigrationRequest | undefined;
  /** What the whole backup was asked for, or what an imported archive contains. */
  readonly scope?: Scope | undefined;
  readonly migration?:
    | (Pick<Migration, 'id' | 'guid' | 'createdAt' | 'updatedAt'> & {
        /** Repository ids of the service by name: they remain the same when a repository is renamed. */
        readonly repositoryIds?: Readonly<Record<string, MigrationId>>;
      })
    | undefined;
  /** `owner/name` of each repository in it. */
  readonly repositories: readonly string[];
  /** The time that it represents, ISO 8601. */
  readonly takenAt: string;
  /** When the archive was complete in the vault, ISO 8601 in UTC. */
  readonly downloadedAt: string;
  /** Records per kind, including those that violated their schema. */
  readonly counts: Readonly<Record<string, number>>;
  readonly findings: readonly FindingTally[];
  /** True if the container is complete and no finding is an error. */
  readonly isVerified: boolean;
  readonly completeness?: Completeness | undefined;
  readonly pin?: Pin | undefined;
  readonly satchelVersion: string;
  /** Why the store has no snapshot of it: it is yet to be loaded, or loading was declined. Absent if it was loaded. */
  readonly loading?: 'owed' | 'declined' | undefined;
}

/** The file of an encrypted archive. */
export interface ManifestEncryption {
  readonly method: 'age';
  /** Who can read it; empty if it was encrypted before it was imported. */
  readonly recipients: readonly string[];
  /** Of the encrypted file in `archives/`. */
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Keeps an archive regardless of the retention rules. */
export interface Pin {
  /** ISO 8601 in UTC. */
  readonly pinnedAt: string;
  readonly note?: string | undefined;
}

/** The manifest with its times in UTC: older versions wrote those of the service as they were, with their offset. */
export function inUtc({ migration, takenAt, ...rest }: Manifest): Manifest {
  const spelled = (text: string) => normaliseTimestamp(text) ?? text;
  return {
    ...rest,
    takenAt: spelled(takenAt),
    ...definedMembers({
      migration: migration && {
        ...migration,
        createdAt: spelled(migration.createdAt),
        updatedAt: spelled(migration.updatedAt),
      },
    }),
  };
}

/** Size and digest of an archive's file in `archives/`. */
export function storedFileOf({ encryption, sizeBytes, sha256 }: Manifest): {
  readonly sizeBytes: number;
  readonly sha256: string;
} {
  return encryption ?? { sizeBytes, sha256 };
}

const ENCRYPTED_ENDING = '.age';

export function encryptedNameOf(archive: string): string {
  return `${archive}${ENCRYPTED_ENDING}`;
}

export function plainNameOf(archive: string): string {
  return archive.endsWith(ENCRYPTED_ENDING) ? archive.slice(0, -ENCRYPTED_ENDING.length) : archive;
}

/** Number of digits of an archive's digest that people type. */
const ID_DIGITS = 8;

/** Repository ids of the service in several archives, by name. */
function repositoryIdsOf(manifests: readonly Manifest[]): Readonly<Record<string, MigrationId>> {
  return Object.assign({}, ...manifests.map(({ migration }) => migration?.repositoryIds));
}

/** What a backup covered, from the manifests of its parts; undefined if unknown, as for most imports. */
export function coverageOf(parts: readonly Manifest[]): JsonValue | undefined {
  const request = parts[0]?.request;
  const repositories = parts.flatMap((manifest) => manifest.request?.repositories ?? []);
  return request && { ...definedMembers(request), repositories, repositoryIds: repositoryIdsOf(parts) };
}

/** The short id of an archive: the first digits of its digest. */
export function archiveIdOf({ sha256 }: Pick<Manifest, 'sha256'>): string {
  return sha256.slice(0, ID_DIGITS);
}

/**
 * Identifies an account at a service: retention applies to each separately. The API and the web pages of a service may
 * have different hosts (`api.github.com`, `github.com`) or paths (`/api/v3`), and several services may share a host.
 * Archives of unknown services are grouped by account only.
 */
export function accountKeyOf({ account, baseUrl }: Pick<Manifest, 'account' | 'baseUrl'>): string {
  const { host, pathname } =
    baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl) : { host: '', pathname: '' };
  const path = pathname.replace(/\/+$/, '').replace(/\/api(\/v\d+)?$/, '');
  return `${host.replace(/^api\./, '')}${path}/${account.toLowerCase()}`;
}

/** What is compared: with the request, with the service, with the previous archive, or within the archive. */
export type CompletenessName =
  | 'repositories'
  | 'service'
  | 'previous'
  | 'attachments'
  | 'references'
  | 'git'
  | 'lfs';

/** One comparison. Its result is never guessed: without the necessary data it is `unknown`. */
export interface CompletenessCheck {
  readonly name: CompletenessName;
  readonly result: 'complete' | 'incomplete' | 'unknown';
  /** What was compared and the outcome: a sentence without a final period. */
  readonly summary: string;
  /** The first missing items, one per line. */
  readonly details: readonly string[];
}

/** Whether an archive contains everything that it should. */
export interface Completeness {
  /** True if no comparison found anything missing; unknown results are ignored. */
  readonly isComplete: boolean;
  readonly checks: readonly CompletenessCheck[];
  /** What no archive contains, although it belongs to these repositories, such as files in Git LFS. */
  readonly outside?: readonly string[] | undefined;
}

/** The comparisons that were not made, to be appended to a verdict; empty if there are none. */
export function describeUnknown(checks: readonly CompletenessCheck[]): string {
  const unknown = checks.filter(({ result }) => result === 'unknown');
  return unknown.length === 0
    ? ''
    : `; not checked: ${unknown.map(({ name }) => COMPLETENESS_CHECKS[name]).join(', ')}`;
}
