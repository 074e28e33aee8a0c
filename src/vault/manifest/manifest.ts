import type { FindingTally, Migration, MigrationId, MigrationRequest } from '../../model/index.ts';

/** What is compared to say whether an archive holds everything that it should, in the order in which people read it. */
const COMPLETENESS_CHECKS = {
  repositories: 'repositories that were asked for',
  service: 'counts at the service',
  previous: 'losses since an earlier backup',
  attachments: 'attachments',
  references: 'references between records',
  git: 'git repositories',
} as const;

/** How many lines a comparison brings at most. */
export const MAX_COMPLETENESS_DETAILS = 100;

/** Where an archive of a vault came from. */
export type ArchiveOrigin = 'backup' | 'import';

/** What a vault knows of one archive: written after the archive has its final name (`schemas/manifest.schema.json`). */
export interface Manifest {
  readonly manifestVersion: 2;
  /** File name below `archives/`. */
  readonly archive: string;
  readonly origin: ArchiveOrigin;
  /** Of the archive itself, before it was encrypted. */
  readonly sizeBytes: number;
  readonly sha256: string;
  /** How its file differs from the archive; absent where it does not. */
  readonly encryption?: ManifestEncryption;
  /** Base URL of the service that made it; absent where nobody knows. */
  readonly baseUrl?: string;
  /** Login of the account or name of the organization. */
  readonly account: string;
  /** The backup of the journal that brought it: archives of one backup are parts of one whole. */
  readonly backup?: string;
  readonly request?: MigrationRequest;
  readonly migration?: Pick<Migration, 'id' | 'guid' | 'createdAt' | 'updatedAt'> & {
    /** The service's numbers of the repositories, by their names: they stay when a repository is renamed. */
    readonly repositoryIds?: Readonly<Record<string, MigrationId>>;
  };
  /** `owner/name` of each repository that it holds. */
  readonly repositories: readonly string[];
  /** The point in time that it stands for, ISO 8601. */
  readonly takenAt: string;
  /** The moment the archive was whole in the vault, ISO 8601 in UTC. */
  readonly downloadedAt: string;
  /** Records per kind, those that broke their schema included. */
  readonly counts: Readonly<Record<string, number>>;
  readonly findings: readonly FindingTally[];
  /** True when the container is whole and no finding is an error. */
  readonly isVerified: boolean;
  readonly completeness?: Completeness;
  readonly pin?: Pin;
  readonly satchelVersion: string;
  /** Why the store has no snapshot of it: it is yet to be loaded, or nobody wants it there. Absent where it has one. */
  readonly loading?: 'owed' | 'declined';
}

/** The file of an encrypted archive. */
export interface ManifestEncryption {
  readonly method: 'age';
  /** Who can read it; empty where it was encrypted before it came here. */
  readonly recipients: readonly string[];
  /** Of the file as it lies in `archives/`. */
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Keeps an archive whatever the rules say. */
export interface Pin {
  /** ISO 8601 in UTC. */
  readonly pinnedAt: string;
  readonly note?: string;
}

/** The file of an archive as it lies in `archives/`. */
export function storedFileOf({ encryption, sizeBytes, sha256 }: Manifest): {
  readonly sizeBytes: number;
  readonly sha256: string;
} {
  return encryption ?? { sizeBytes, sha256 };
}

const ENCRYPTED_ENDING = '.age';

/** The name of an archive once it is encrypted. */
export function encryptedNameOf(archive: string): string {
  return `${archive}${ENCRYPTED_ENDING}`;
}

/** The name of an archive before its encryption. */
export function plainNameOf(archive: string): string {
  return archive.endsWith(ENCRYPTED_ENDING) ? archive.slice(0, -ENCRYPTED_ENDING.length) : archive;
}

/** Digits of an archive's digest that people type. */
const ID_DIGITS = 8;

/** The service's numbers of the repositories of several archives, by their names. */
export function repositoryIdsOf(manifests: readonly Manifest[]): Readonly<Record<string, MigrationId>> {
  return Object.assign({}, ...manifests.map(({ migration }) => migration?.repositoryIds));
}

/** What people call an archive: the first digits of its digest. */
export function archiveIdOf({ sha256 }: Pick<Manifest, 'sha256'>): string {
  return sha256.slice(0, ID_DIGITS);
}

/**
 * Whose archives are kept together: an account at a service. The API and the pages of a service may have addresses
 * of their own (`api.github.com`, `github.com`); archives that tell no service form a group by account alone.
 */
export function accountKeyOf({ account, baseUrl }: Pick<Manifest, 'account' | 'baseUrl'>): string {
  const host = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : '';
  return `${host.replace(/^api\./, '')}/${account.toLowerCase()}`;
}

type CompletenessName = keyof typeof COMPLETENESS_CHECKS;

/** One comparison. What nobody can tell is unknown, and never a guess. */
export interface CompletenessCheck {
  readonly name: CompletenessName;
  readonly result: 'complete' | 'incomplete' | 'unknown';
  /** What was compared and what came of it: a sentence without final period. */
  readonly summary: string;
  /** What is missing, the first ones of it, a line each. */
  readonly details: readonly string[];
}

/** Whether an archive holds everything that it should. */
export interface Completeness {
  /** True where no comparison says otherwise; unknown ones do not. */
  readonly isComplete: boolean;
  readonly checks: readonly CompletenessCheck[];
}

/** What was not compared, to be put after a verdict; empty where everything was. */
export function describeUnknown(checks: readonly CompletenessCheck[]): string {
  const unknown = checks.filter(({ result }) => result === 'unknown');
  return unknown.length === 0
    ? ''
    : `; not checked: ${unknown.map(({ name }) => COMPLETENESS_CHECKS[name]).join(', ')}`;
}
