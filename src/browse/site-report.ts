/** What a static site consists of. */
export interface SiteReport {
  readonly pages: number;
  /** The number of pages that only say that they could not be shown. */
  readonly failed: number;
  /** Uploads, release assets and raw files. */
  readonly files: number;
  /** The number of titles in the index of its search box. */
  readonly titles: number;
}
