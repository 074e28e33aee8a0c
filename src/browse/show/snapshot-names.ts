import { isOwnedBy } from '../../model/accounts.ts';
import type { Snapshot } from '../../store/snapshot.ts';
import type { ArchiveProof, Sources } from '../sources.ts';
import { dateText, exactText } from './times.ts';

/**
 * Names snapshots by their time and account: `31 May 2026, 11:48 UTC (mira)`. Those of one minute have seconds, and those that are
 * still the same have their numbers, so that no two have the same name.
 */
export function nameSnapshots(
  snapshots: readonly Snapshot[],
  accounts: Readonly<Record<string, string>>,
): ReadonlyMap<number, string> {
  const forms = [
    (one: Snapshot) => timeText(one, exactText),
    (one: Snapshot) => timeText(one, secondsText),
    (one: Snapshot) => `${timeText(one, secondsText)}, number ${one.id}`,
  ].map((timeOf) => (one: Snapshot) => {
    const account = accounts[one.archiveSha256 ?? ''];
    return account === undefined ? timeOf(one) : `${timeOf(one)} (${account})`;
  });
  const names = new Map<number, string>();
  let left = snapshots;
  for (const [index, form] of forms.entries()) {
    const taken = new Map<string, Snapshot[]>();
    for (const one of left) {
      taken.set(form(one), [...(taken.get(form(one)) ?? []), one]);
    }
    left = [];
    for (const [name, same] of taken) {
      const isUnique = same.length === 1 || index === forms.length - 1;
      for (const one of same) {
        names.set(one.id, name);
      }
      left = isUnique ? left : [...left, ...same];
    }
  }
  return names;
}

/** The accounts of archives, by their digest. */
export function accountsOf(
  proofs: readonly Pick<ArchiveProof, 'sha256' | 'account'>[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(proofs.map(({ sha256, account }) => [sha256, account]));
}

/** The snapshots of the accounts that a reader is narrowed to; all if there are none, or if the account of any snapshot is unknown. */
export function snapshotsOfOwners({ store, proofs }: Pick<Sources, 'store' | 'proofs'>): readonly Snapshot[] {
  const all = store.snapshots();
  const accounts = accountsOf(proofs);
  const accountOf = ({ archiveSha256 }: Snapshot) => accounts[archiveSha256 ?? ''];
  const own = all.filter((one) => isOwnedBy(accountOf(one) ?? '', store.owners));
  return own.length === 0 || all.some((one) => accountOf(one) === undefined) ? all : own;
}

/**
 * The accounts whose first snapshot others precede, by the snapshot: all of its records are new to the store, though nothing was
 * written since the one before.
 */
export function firstOfAccounts(
  snapshots: readonly Snapshot[],
  accounts: Readonly<Record<string, string>>,
): ReadonlyMap<number, string> {
  const seen = new Set<string>();
  const first = new Map<number, string>();
  for (const { id, archiveSha256 } of snapshots.toSorted((one, other) => one.position - other.position)) {
    const account = accounts[archiveSha256 ?? ''];
    if (account === undefined) {
      return first; // Whose records an earlier one has is unknown from here on.
    }
    if (!seen.has(account) && seen.size > 0) {
      first.set(id, account);
    }
    seen.add(account);
  }
  return first;
}

function timeText({ takenAt, archiveName }: Snapshot, spell: (at: string) => string): string {
  return takenAt === undefined ? archiveName : spell(takenAt);
}

function secondsText(at: string): string {
  const seconds = /T(\d\d:\d\d:\d\d)/.exec(at)?.[1];
  return seconds === undefined ? exactText(at) : `${dateText(at)}, ${seconds} UTC`;
}
