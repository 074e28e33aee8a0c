/** The largest page of migrations, and of repositories (specification 8.3). */
export const MAX_PER_PAGE = 100;
