import { unescapedName } from '../../base/byte-text.ts';
import { openStore } from '../../store/store.ts';

/** A kept repository of a snapshot. */
export interface LfsPlace {
  readonly snapshotId: number;
  /** Its name at the service: `owner/name`, or `owner/name.wiki`. */
  readonly name: string;
}

export type LfsPlaces = readonly [LfsPlace, ...LfsPlace[]];

/** The kept repositories of snapshots, the newest first, by their folders in `git/`: equal ones share one. */
export function readLfsPlaces(
  storePath: string,
  snapshotIds: readonly number[] | undefined,
): ReadonlyMap<string, LfsPlaces> {
  const store = openStore(storePath);
  try {
    const { rows } = store.query(
      `SELECT snapshot_id, repo, is_wiki, folder
       FROM kept_repositories JOIN snapshots ON snapshots.id = snapshot_id
       WHERE :wanted IS NULL OR snapshot_id IN (SELECT value FROM json_each(:wanted))
       ORDER BY position DESC, entry_name`,
      { parameters: { wanted: snapshotIds === undefined ? null : JSON.stringify(snapshotIds) } },
    );
    const places = new Map<string, [LfsPlace, ...LfsPlace[]]>();
    for (const [id, repo, isWiki, folder] of rows) {
      const name = `${unescapedName(String(repo))}${isWiki === 1 ? '.wiki' : ''}`;
      const place = { snapshotId: Number(id), name };
      const known = places.get(String(folder));
      if (known === undefined) {
        places.set(String(folder), [place]);
      } else {
        known.push(place);
      }
    }
    return places;
  } finally {
    store.close();
  }
}
