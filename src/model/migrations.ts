/** The states of a migration; `exported` and `failed` are final. */
const MIGRATION_STATES = ['pending', 'exporting', 'exported', 'failed'] as const;

/** One of the four states, or one of a later version of the service. */
export type MigrationState = 'pending' | 'exporting' | 'exported' | 'failed' | (string & {});

/** True for a final state. Unknown states count as unfinished. */
export function isOver(state: MigrationState): boolean {
  return state === 'exported' || state === 'failed';
}

export function isKnownState(state: MigrationState): boolean {
  return MIGRATION_STATES.some((known) => known === state);
}

/** The id of a migration: a number, or its digits if JavaScript would round it. */
export type MigrationId = number | string;

/** Parses an id; undefined if it is invalid. */
export function readMigrationId(text: string): MigrationId | undefined {
  const digits = /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : undefined;
  if (digits === undefined) {
    return undefined;
  }
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

/** The owner of the exported repositories: the token's account, or an organization. */
export type MigrationOwner =
  | { readonly type: 'user' }
  | { readonly type: 'organization'; readonly name: string };

/** The request that starts a migration (specification 4.5); every switch is off by default. */
export interface MigrationRequest {
  /** As `owner/name`; empty only with `orgMetadataOnly`. */
  readonly repositories: readonly string[];
  readonly lockRepositories?: boolean | undefined;
  readonly excludeMetadata?: boolean | undefined;
  readonly excludeGitData?: boolean | undefined;
  readonly excludeAttachments?: boolean | undefined;
  readonly excludeReleases?: boolean | undefined;
  readonly excludeOwnerProjects?: boolean | undefined;
  readonly orgMetadataOnly?: boolean | undefined;
  /** Attributes to omit from the response. */
  readonly exclude?: readonly 'repositories'[] | undefined;
  /** The list that the repositories were chosen from; not sent to the service. */
  readonly listed?: RepositoryListing | undefined;
}

/** All repositories that an account or organization had when they were listed: any other one of it is gone. */
export type RepositoryListing = {
  /** Its login. */
  readonly owner: string;
  /** The number of its repositories, in the requests of all parts and in `others`. */
  readonly count: number;
  /** The ids of those that no part asks for, by name. */
  readonly others: Readonly<Record<string, MigrationId>>;
};

/** The switches by our name, with the service's name. */
export const MIGRATION_SWITCHES = {
  lockRepositories: 'lock_repositories',
  excludeMetadata: 'exclude_metadata',
  excludeGitData: 'exclude_git_data',
  excludeAttachments: 'exclude_attachments',
  excludeReleases: 'exclude_releases',
  excludeOwnerProjects: 'exclude_owner_projects',
  orgMetadataOnly: 'org_metadata_only',
} as const satisfies Record<MigrationSwitch, string>;

/** The switches of a migration. */
export type MigrationSwitch =
  | 'lockRepositories'
  | 'excludeMetadata'
  | 'excludeGitData'
  | 'excludeAttachments'
  | 'excludeReleases'
  | 'excludeOwnerProjects'
  | 'orgMetadataOnly';

/** A migration (specification 2.8) with camel-case names; timestamps are as received, with their offset. */
export interface Migration {
  readonly id: MigrationId;
  readonly guid: string;
  readonly state: MigrationState;
  /** The login of the account or organization; undefined if the service omits it. */
  readonly owner: string | undefined;
  /** As `owner/name`; empty if the response excludes them. */
  readonly repositories: readonly string[];
  /** The ids of `repositories`, in the same order, if the response contains them. Renamed repositories keep their id. */
  readonly repositoryIds?: readonly MigrationId[] | undefined;
  /** Open issues and pull requests of each repository at the time of the response, if it contains them. */
  readonly openThreads?: Readonly<Record<string, number>> | undefined;
  readonly switches: Readonly<Partial<Record<MigrationSwitch, boolean>>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly url: string;
}

/** How long the service keeps an archive (specification 8.3). */
export const ARCHIVE_KEPT_DAYS = 7;
