// Made from the table of settings by `npm run docs`.

/** A calendar span such as `{ days: 90 }`, in which the length of months and years varies; what is left out is 0. */
export interface CalendarSpan {
  readonly years?: number | undefined;
  readonly months?: number | undefined;
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
}

/** What a backup exports, keeps and removes. */
export interface BackupChoices {
  /** Use an organization instead of your own account. */
  readonly organization?: string | undefined;
  /** Wait for rate limits (default: true). */
  readonly canWait?: boolean | undefined;
  /** OWNER/NAME to export (default: all repositories). */
  readonly repositories?: readonly string[] | undefined;
  /** A file with one OWNER/NAME per line, instead of repositories. */
  readonly repositoriesFrom?: string | URL | undefined;
  /** Only repositories of these owners. */
  readonly owners?: readonly string[] | undefined;
  /** Only those that match a pattern, such as "acme/web-*". */
  readonly patterns?: readonly string[] | undefined;
  /** Leave out those that match a pattern. */
  readonly exceptPatterns?: readonly string[] | undefined;
  /** Only public, private or internal ones. */
  readonly visibility?: readonly ('public' | 'private' | 'internal')[] | undefined;
  /** Exclude forks, or export only forks. */
  readonly forks?: 'no' | 'only' | undefined;
  /** Exclude archived repositories, or export only those. */
  readonly archived?: 'no' | 'only' | undefined;
  /** Only those whose main language is one of these. */
  readonly languages?: readonly string[] | undefined;
  /** Only those that have one of these topics. */
  readonly topics?: readonly string[] | undefined;
  /** Only those pushed to since a date, or within a span such as 90d. */
  readonly pushedSince?: string | undefined;
  /** Only those not pushed to since a date, or for a span. */
  readonly pushedBefore?: string | undefined;
  /** Only those with at least this much git data. */
  readonly minSizeBytes?: number | undefined;
  /** Only those with at most this much git data. */
  readonly maxSizeBytes?: number | undefined;
  /** Only those with at least this many stars. */
  readonly minStars?: number | undefined;
  /** Only those with at most this many stars. */
  readonly maxStars?: number | undefined;
  /** Lock the repositories during the export, so that no one can change them. */
  readonly lockRepositories?: boolean | undefined;
  /** Export only git data. */
  readonly excludeMetadata?: boolean | undefined;
  /** Leave out git data. */
  readonly excludeGitData?: boolean | undefined;
  /** Leave out attached files. */
  readonly excludeAttachments?: boolean | undefined;
  /** Leave out releases and their files. */
  readonly excludeReleases?: boolean | undefined;
  /** Leave out the projects of the owner. */
  readonly excludeOwnerProjects?: boolean | undefined;
  /** Export only the metadata of the organization. */
  readonly orgMetadataOnly?: boolean | undefined;
  /** Leave this attribute out of the response of the service; the archive stays the same. */
  readonly exclude?: readonly ('repositories')[] | undefined;
  /** Also keep repositories next to the store (default: true). */
  readonly keepsGit?: boolean | undefined;
  /** Start a new migration; do not resume another one. */
  readonly isFresh?: boolean | undefined;
  /** Back up from this existing migration. */
  readonly migrationId?: number | string | undefined;
  /** Maximum repositories per migration (default: all). */
  readonly maxRepositories?: number | undefined;
  /** Migrations and downloads at a time (default: 1). */
  readonly migrationsAtOnce?: number | undefined;
  /** Maximum download speed per second. */
  readonly bytesPerSecond?: number | undefined;
  /** Also keep the files that repositories have in Git LFS. */
  readonly lfs?: boolean | undefined;
  /** Delete the archive at the service once verified. */
  readonly deleteArchive?: boolean | undefined;
  /** Do nothing if the last good backup is younger. */
  readonly skipIfYoungerMs?: number | undefined;
  /** Polling interval (default: from 1s to 60s). */
  readonly pollIntervalMs?: number | undefined;
  /** Give up after this long (`still-pending`) (default: never). */
  readonly timeoutMs?: number | undefined;
  /** What else is read from the service and kept in the store. */
  readonly captures?: readonly ('events' | 'notifications' | 'alerts' | 'budgets' | 'gists' | 'stars')[] | undefined;
  /** What is also cloned into the vault with git; it is read and kept in the store as well. */
  readonly clones?: readonly ('gists' | 'stars')[] | undefined;
  /** Public keys (age1…): who can read the archives. */
  readonly recipients?: readonly string[] | undefined;
  /** Files with public keys, one per line. */
  readonly recipientsFiles?: readonly (string | URL)[] | undefined;
  /** False: add archives plain, although the vault is encrypted. */
  readonly encryption?: boolean | undefined;
  /** Keep the last N verified archives, or Infinity for all. */
  readonly keepLast?: number | undefined;
  /** Keep the newest archive of each of the last N hours. */
  readonly keepHourly?: number | undefined;
  /** Keep the newest archive of each of the last N days. */
  readonly keepDaily?: number | undefined;
  /** Keep the newest archive of each of the last N weeks. */
  readonly keepWeekly?: number | undefined;
  /** Keep the newest archive of each of the last N months. */
  readonly keepMonthly?: number | undefined;
  /** Keep the newest archive of each of the last N years. */
  readonly keepYearly?: number | undefined;
  /** Keep all verified archives within a span before the newest. */
  readonly keepWithin?: CalendarSpan | undefined;
  /** Keep the newest verified archive of each hour within a span before the newest. */
  readonly keepWithinHourly?: CalendarSpan | undefined;
  /** Keep the newest verified archive of each day within a span before the newest. */
  readonly keepWithinDaily?: CalendarSpan | undefined;
  /** Keep the newest verified archive of each week within a span before the newest. */
  readonly keepWithinWeekly?: CalendarSpan | undefined;
  /** Keep the newest verified archive of each month within a span before the newest. */
  readonly keepWithinMonthly?: CalendarSpan | undefined;
  /** Keep the newest verified archive of each year within a span before the newest. */
  readonly keepWithinYearly?: CalendarSpan | undefined;
  /** Apply the rules to archives that have these in common (default: account,selection,exclusions). */
  readonly groupBy?: readonly ('account' | 'selection' | 'exclusions')[] | undefined;
  /** Notify, and remove nothing, if the newest archive is smaller than the previous one by more than this (default: 0.2). */
  readonly maxDropShare?: number | undefined;
}
