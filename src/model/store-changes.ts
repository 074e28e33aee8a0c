import { dayText } from '../base/day-text.ts';

/** What a snapshot changed in its store, compared with the snapshot before it. */
export interface StoreChanges {
  /** Records that are new, or there again. */
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  /** When the snapshot before it was taken, ISO 8601; undefined if that is unknown. */
  readonly since?: string | undefined;
}

/** `115 new, 9 changed, 3 deleted since 20 Nov 2026`. */
export function changesText({ added, changed, deleted, since }: StoreChanges): string {
  const time = since === undefined ? 'the backup before' : dayText(since);
  const count = (records: number) => records.toLocaleString('en');
  return `${count(added)} new, ${count(changed)} changed, ${count(deleted)} deleted since ${time}`;
}
