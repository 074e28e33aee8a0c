import type { Publication } from '../store/public-report.ts';

/** What a static site consists of. */
export interface SiteReport {
  readonly pages: number;
  /** The number of pages that only say that they could not be shown. */
  readonly failed: number;
  /** Uploads, release assets and raw files. */
  readonly files: number;
  /** The number of titles in the index of its search box. */
  readonly titles: number;
  /** Of a public copy: what it lacks, and how it was checked. */
  readonly publication?: Publication | undefined;
}

/** What a static site would consist of. */
export interface SitePlan extends SiteReport {
  /** About how large it would be. */
  readonly sizeBytes: number;
  /** The same by kind of page or file, the largest first. */
  readonly kinds: readonly SiteKind[];
  /** How long it took to make all pages without writing them. */
  readonly makingMs: number;
  /** About how long writing the site would take: `makingMs`, and what files and bytes take on a usual disk. */
  readonly estimatedMs: number;
}

/** The pages or files of one kind in a static site. */
export interface SiteKind {
  /** A kind of page such as `issue` or `blob`, of files such as `upload`, or `redirect` or `common file`. */
  readonly kind: string;
  readonly count: number;
  /** An estimate: links that lead nowhere are still counted, and of files that git makes the first are measured. */
  readonly sizeBytes: number;
}
