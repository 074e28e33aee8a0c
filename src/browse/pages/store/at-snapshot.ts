import { Failure } from '../../../base/index.ts';
import type { Snapshot } from '../../../store/index.ts';
import { locationOf } from '../../addresses/location-of.ts';
import { defineFile } from '../../page.ts';
import { dateText } from '../../show/times.ts';

/** Any page as of an older snapshot, selected by number or date. */
export const atSnapshot = defineFile(async ({ store, older }, { params, path, query, http }) => {
  const when = params['when'] ?? '';
  const prefix = /^\/-\/at\/[^/]+/.exec(path)?.[0] ?? '';
  const snapshot = findSnapshot(store.snapshots(), when);
  if (snapshot.id === store.snapshots().at(-1)?.id || older === undefined) {
    const rest = path.slice(prefix.length) || '/';
    const location = locationOf(query.size === 0 ? rest : `${rest}?${query}`);
    return new Response(null, { status: 302, headers: { Location: location } });
  }
  return await older.answer({ snapshot, prefix, request: http });
});

function findSnapshot(snapshots: readonly Snapshot[], when: string): Snapshot {
  const isDate = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(when);
  const found = isDate
    ? snapshots.findLast(({ takenAt }) => takenAt !== undefined && takenAt.slice(0, when.length) <= when)
    : snapshots.find(({ id }) => String(id) === when);
  if (found !== undefined) {
    return found;
  }
  const first = snapshots.find(({ takenAt }) => takenAt !== undefined)?.takenAt;
  throw isDate && first !== undefined
    ? new Failure(
        'absent',
        `Cannot show the state of ${dateText(when)}: the oldest snapshot is of ${dateText(first)}`,
        { hint: 'The page of snapshots lists all of them' },
      )
    : new Failure('absent', `Cannot find snapshot "${when}": the store has no such snapshot`, {
        hint: 'Name a snapshot by its number or a date such as 2024-05-01; the page of snapshots lists all of them',
      });
}
