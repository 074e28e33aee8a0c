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
  /** What the newest snapshots changed, up to the newest that has one of the same account before it; empty if there is only one. */
  readonly latest: readonly LatestChange[];
}

interface LatestChange {
  readonly id: number;
  readonly name: string;
  /** Whose snapshot it is, as far as that is known. */
  readonly account: string | undefined;
  /** The account of which it is the first snapshot. */
  readonly isFirstOf: string | undefined;
  readonly previousId: number;
  readonly changes: ReturnType<Browsing['snapshotChanges']>;
}

/** More accounts that came in would fill the page; the page of snapshots has all. */
const MAX_LATEST = 3;

/** Summarizes a store; null in sites, where one owner was chosen, and before anything was loaded. */
export function readStoreSummary({ store, proofs, isSite, isOlder }: Sources): StoreSummary | null {
  const snapshots = store.snapshots();
  const newest = snapshots.at(-1);
  if (isSite || store.owners.length > 0 || newest === undefined) {
    return null;
  }
  const known = proofsOfSnapshots(snapshots, proofs);
  const { kept, keptBytes, rejectedCount } = store.keptState();
  return {
    faults: faultsOf({ newest, kept, rejectedCount, proofs: known }),
    isVerified: known.length === snapshots.length && known.every((proof) => proof.isVerified),
    isFlawless: known.every(({ findings }) => findings.every(({ severity }) => severity === 'info')),
    storeBytes: store.storeBytes(),
    keptBytes,
    snapshotCount: snapshots.length,
    isOlder,
    latest: latestOf(store, accountsOf(known)),
  };
}

function latestOf(store: Browsing, accounts: ReturnType<typeof accountsOf>): readonly LatestChange[] {
  const snapshots = store.snapshots();
  const firstOf = firstOfAccounts(snapshots, accounts);
  const names = nameSnapshots(snapshots, accounts);
  const changes = snapshots.slice(1).map(({ id, archiveSha256 }, index) => ({
    id,
    account: accounts[archiveSha256 ?? ''],
    name: names.get(id) ?? '',
    isFirstOf: firstOf.get(id),
    previousId: snapshots[index]?.id ?? id,
  }));
  const last = changes.findLastIndex(({ isFirstOf }) => isFirstOf === undefined);
  return changes
    .slice(Math.max(0, last))
    .toReversed()
    .slice(0, MAX_LATEST)
    .map((one) => ({ ...one, changes: store.snapshotChanges(one.id) }));
}

/** Whether all is here, how large it is, and what changed. */
export function showStoreSummary(
  { faults, isVerified, isFlawless, storeBytes, keptBytes, snapshotCount, isOlder, latest }: StoreSummary,
  repositoryCount: number,
): Markup {
  const whole =
    faults.length > 0
      ? html`<span class="bad">!</span> ${capitalized(faults.join('; '))}`
      : html`<span class="good">✓</span> ${isVerified && isFlawless ? 'Verified, and no file is missing' : 'No file is missing'}`;
  const repositories = unbroken(countOf(repositoryCount, 'repository', 'repositories'));
  return summaryOf('State of the store', {
    completeness: html`<dd>${whole}</dd><dd class="small"><a href="/-/integrity">How we know</a></dd>`,
    size: isOlder
      ? sizeThen({ storeBytes, keptBytes }, repositories)
      : html`<dd>${unbroken(formatSize(storeBytes + keptBytes))}</dd><dd class="muted small">${repositories}: records ${unbroken(formatSize(storeBytes))}, files and code ${unbroken(formatSize(keptBytes))}. Archives, gists and stars are not counted.</dd>`,
    changes: showChanges({ isOlder, latest, snapshotCount }),
  });
}

/** The cards above a list of repositories. */
export function summaryOf(
  name: string,
  { completeness, size, changes }: Readonly<Record<'completeness' | 'size' | 'changes', Markup>>,
): Markup {
  return html`<dl class="summary" aria-label="${name}">
<div><dt>Completeness</dt>${completeness}</div>
<div><dt>Size</dt>${size}</div>
<div><dt>Changes</dt>${changes}</div>
</dl>`;
}

function showChanges({
  isOlder,
  latest,
  snapshotCount,
}: Pick<StoreSummary, 'isOlder' | 'latest' | 'snapshotCount'>): Markup {
  return latest.length === 0
    ? isOlder
      ? html`<dd>The first snapshot</dd><dd class="muted small">What changed since is in <a href="/-/snapshots" ${TO_NEWEST}>all snapshots</a>.</dd>`
      : html`<dd>One snapshot so far</dd><dd class="muted small">The next one shows what changed.</dd>`
    : html`${inOrder(latest).map(changeOf)}<dd class="small"><a href="/-/since">Since you last looked</a> · <a href="/-/snapshots">${snapshotCount === 2 ? 'both snapshots' : `all ${countOf(snapshotCount, 'snapshot')}`}</a></dd>`;
}

/** The records of all snapshots are in one place, so that an older one has no size of its own. */
function sizeThen(
  { storeBytes, keptBytes }: Pick<StoreSummary, 'storeBytes' | 'keptBytes'>,
  repositories: string,
): Markup {
  return html`<dd>${repositories}, ${unbroken(formatSize(keptBytes))} of files</dd><dd class="muted small">Records of all snapshots together: ${unbroken(formatSize(storeBytes))}</dd>`;
}

/** What people did comes before the accounts that came in since. */
function inOrder(latest: StoreSummary['latest']): StoreSummary['latest'] {
  return latest.toSorted(
    (one, other) => Number(one.isFirstOf !== undefined) - Number(other.isFirstOf !== undefined),
  );
}

/** Of the first: what is new in which snapshot. */
function changeOf(one: LatestChange, index: number): Markup {
  const link = changesLink(one.changes, one.previousId, one);
  return index > 0
    ? html`<dd class="small">${link}</dd>`
    : html`<dd>${link}</dd><dd class="muted small">in the snapshot of ${one.account === undefined ? one.name : `${one.account}, ${one.name.replace(` (${one.account})`, '')}`}</dd>`;
}

/** A number and its unit stay on one line. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
