import type { FindingTally } from '../../model/index.ts';
import type { ExtractTarget } from './extract-target.ts';
import type { ExtractWish } from './extract-wish.ts';

/** One extraction under way. */
export interface ExtractJob {
  readonly wish: ExtractWish;
  readonly target: ExtractTarget;
  /** A private, empty directory on the target's file system; whoever made it removes it. */
  readonly stagePath: string;
  /** Writes git bundles instead of bare repositories. */
  readonly asBundle: boolean;
  /** Where programs are looked for: the `PATH` of the environment. Only bundles need one. */
  readonly searchPath: string;
  readonly signal: AbortSignal;
}

/** What there is to say about an extraction, apart from what it wrote. */
export interface ExtractRemarks {
  /** Repositories without refs, of which there is no bundle. */
  readonly emptyRepositories: readonly string[];
  /** Files that the store lists and that are no longer beside it. */
  readonly missing: readonly string[];
  readonly findings: readonly FindingTally[];
}
