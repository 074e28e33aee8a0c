/** The states of a migration; nothing leaves `exported` or `failed` (facts of the migrations API, 2024). */
const MIGRATION_STATES = ['pending', 'exporting', 'exported', 'failed'] as const;

/** A state as the service spells it: one of the four, or one of a later version. */
export type MigrationState = string;

/** Whether a migration of this state changes no more. One whose state is unknown here may still be worked on. */
export function isOver(state: MigrationState): boolean {
  return state === 'exported' || state === 'failed';
}

export function isKnownState(state: MigrationState): boolean {
  return MIGRATION_STATES.some((known) => known === state);
}

/** The id of a migration: a number, or, where JavaScript would round that, its digits. */
export type MigrationId = number | string;

/** Reads the digits of an id; undefined for what is none. */
export function readMigrationId(text: string): MigrationId | undefined {
  const digits = /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : undefined;
  if (digits === undefined) {
    return undefined;
  }
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

/** Whose work is exported: the token's own account, or an organization by name. */
export type MigrationOwner =
  | { readonly type: 'user' }
  | { readonly type: 'organization'; readonly name: string };

/** The start body (specification 4.5), field by field; every switch is off unless it is set. */
export interface MigrationRequest {
  /** `owner/name` each; empty only with `orgMetadataOnly`. */
  readonly repositories: readonly string[];
  readonly lockRepositories?: boolean;
  readonly excludeMetadata?: boolean;
  readonly excludeGitData?: boolean;
  readonly excludeAttachments?: boolean;
  readonly excludeReleases?: boolean;
  readonly excludeOwnerProjects?: boolean;
  readonly orgMetadataOnly?: boolean;
  /** Attributes left out of the answer; `repositories` is the only value the service knows. */
  readonly exclude?: readonly 'repositories'[];
}

/** The switches of the start body, by our name and the service's. */
export const MIGRATION_SWITCHES = {
  lockRepositories: 'lock_repositories',
  excludeMetadata: 'exclude_metadata',
  excludeGitData: 'exclude_git_data',
  excludeAttachments: 'exclude_attachments',
  excludeReleases: 'exclude_releases',
  excludeOwnerProjects: 'exclude_owner_projects',
  orgMetadataOnly: 'org_metadata_only',
} as const satisfies Partial<Record<keyof MigrationRequest, string>>;

export type MigrationSwitch = keyof typeof MIGRATION_SWITCHES;

/** A migration as the service shows it (specification 2.8), in our names; timestamps as received, with offset. */
export interface Migration {
  readonly id: MigrationId;
  readonly guid: string;
  readonly state: MigrationState;
  /** Login of the account or organization that owns it, or undefined where the service leaves it out. */
  readonly owner: string | undefined;
  /** `owner/name` of each repository in it; empty where the answer excludes them. */
  readonly repositories: readonly string[];
  /** Their ids in the same order, where the answer tells them: a repository that was renamed keeps its id. */
  readonly repositoryIds?: readonly MigrationId[];
  /** Open issues and pull requests of these repositories at the moment of the answer, where it tells them. */
  readonly openThreads?: Readonly<Record<string, number>>;
  readonly switches: Readonly<Partial<Record<MigrationSwitch, boolean>>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly url: string;
}

/** How long the service keeps an archive (specification 8.3). */
export const ARCHIVE_KEPT_DAYS = 7;
