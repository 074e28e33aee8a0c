import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import { capitalized } from '../../../base/text-ends.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Markup } from '../../frame.ts';
import { TO_NEWEST } from '../../serve/prefix-links.ts';
import { changesLink } from '../../show/changes/changes-link.ts';
import { countOf } from '../../show/counts.ts';
import { faultsOf, proofsOfSnapshots } from '../../show/judge-store.ts';
import { accountsOf, firstOfAccounts, nameSnapshots } from '../../show/snapshot-names.ts';
import type { Sources } from '../../sources.ts';

/** The state of a store in a few numbers, each read in milliseconds. */
export interface StoreSummary {
  /** What is not as it should be; empty if all is well. */
  readonly faults: readonly string[];
  /** Whether all loaded archives were verified, as the vault of the store knows. */
  readonly isVerified: boolean;
  /** Whether no archive has findings but for information. */
  readonly isFlawless: boolean;
  readonly storeBytes: number;
  readonly keptBytes: number;
  readonly snapshotCount: number;
  /** Whether the store is as it was at an older snapshot. */
  readonly isOlder: boolean;
  /** What the newest snapshot changed; null if it is the only one. */
  readonly newest: {
    readonly id: number;
    /** The account of which it is the first snapshot. */
    readonly isFirstOf: string | undefined;
    readonly previousId: number;
    readonly previousName: string;
    readonly changes: ReturnType<Browsing['snapshotChanges']>;
  } | null;
}

/** Summarizes a store; null in sites, where one owner was chosen, and before anything was loaded. */
export function readStoreSummary({ store, proofs, isSite, isOlder }: Sources): StoreSummary | null {
  const snapshots = store.snapshots();
  const [newest, previous] = snapshots.slice(-2).toReversed();
  if (isSite || store.owners.length > 0 || newest === undefined) {
    return null;
  }
  const known = proofsOfSnapshots(snapshots, proofs);
  const { kept, keptBytes, rejectedCount } = store.keptState();
  const accounts = accountsOf(known);
  return {
    faults: faultsOf({ newest, kept, rejectedCount, proofs: known }),
    isVerified: known.length === snapshots.length && known.every((proof) => proof.isVerified),
    isFlawless: known.every(({ findings }) => findings.every(({ severity }) => severity === 'info')),
    storeBytes: store.storeBytes(),
    keptBytes,
    snapshotCount: snapshots.length,
    isOlder,
    newest:
      previous === undefined
        ? null
        : {
            id: newest.id,
            isFirstOf: firstOfAccounts(snapshots, accounts).get(newest.id),
            previousId: previous.id,
            previousName: nameSnapshots(snapshots, accounts).get(previous.id) ?? '',
            changes: store.snapshotChanges(newest.id),
          },
  };
}

/** Whether all is here, how large it is, and what changed. */
export function showStoreSummary(
  { faults, isVerified, isFlawless, storeBytes, keptBytes, snapshotCount, isOlder, newest }: StoreSummary,
  repositoryCount: number,
): Markup {
  const whole =
    faults.length > 0
      ? html`<span class="bad">!</span> ${capitalized(faults.join('; '))}`
      : html`<span class="good">✓</span> ${isVerified && isFlawless ? 'Verified; nothing missing was found' : 'No file is missing'}`;
  return html`<dl class="summary" aria-label="State of the store">
<div><dt>Completeness</dt><dd>${whole}</dd><dd class="small"><a href="/-/integrity">How we know</a></dd></div>
<div><dt>Size</dt><dd>${unbroken(formatSize(storeBytes + keptBytes))}</dd><dd class="muted small">${unbroken(countOf(repositoryCount, 'repository', 'repositories'))}; records ${unbroken(formatSize(storeBytes))}, files ${unbroken(formatSize(keptBytes))}</dd></div>
<div><dt>Changes</dt>${
    newest === null
      ? isOlder
        ? html`<dd>The first snapshot</dd><dd class="muted small">What changed since is in <a href="/-/snapshots" ${TO_NEWEST}>all snapshots</a>.</dd>`
        : html`<dd>One snapshot so far</dd><dd class="muted small">The next one shows what changed.</dd>`
      : html`<dd>${changesLink(newest.changes, newest.previousId, newest)}</dd><dd class="muted small">since ${newest.previousName} · <a href="/-/snapshots">${snapshotCount === 2 ? 'both snapshots' : `all ${countOf(snapshotCount, 'snapshot')}`}</a></dd><dd class="small"><a href="/-/since">Since you last looked</a></dd>`
  }</div>
</dl>`;
}

/** A number and its unit stay on one line. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
