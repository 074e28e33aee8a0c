import type { MirrorRemote } from '../git/mirror.ts';
import type { CloneName } from '../model/backup-settings.table.ts';

/** What is cloned, and how git reaches it. */
export interface CloneWork {
  readonly names: readonly CloneName[];
  /** Fails for addresses outside of the service. */
  remoteOf(address: string): MirrorRemote;
}

/** What became of the repositories of one list. */
export interface CloneReport {
  readonly name: CloneName;
  readonly cloned: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Those that have no branches any more at the service; the former ones are kept. They count as updated. */
  readonly emptied: readonly string[];
  /** Those that were damaged, and are cloned again; the damaged clones are in `damaged/`. They count as cloned. */
  readonly replaced: readonly string[];
  readonly failed: readonly { readonly of: string; readonly trouble: string }[];
}
