/** The largest page of migrations, and of repositories (specification 8.3). */
export const MAX_PER_PAGE = 100;

/** Migrations with their repositories are up to megabytes each: a page of them stays small. */
export const MIGRATIONS_PER_PAGE = 5;
