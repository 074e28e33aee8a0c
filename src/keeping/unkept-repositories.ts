import type { Store } from '../store/store.ts';
import type { Manifest } from '../vault/manifest.ts';

/**
 * The repositories that the archives of a snapshot should have, and whose git data the store does not: which files in Git LFS
 * they need is unknown.
 */
export function findUnkept(
  store: Store,
  snapshotId: number,
  manifests: readonly Manifest[],
): readonly string[] {
  const { rows } = store.query(
    'SELECT lower(repo) FROM kept_repositories WHERE snapshot_id = :id AND is_wiki = 0', // A wiki has files of its own.
    { parameters: { id: snapshotId } },
  );
  const kept = new Set([...rows].map(([repo]) => String(repo)));
  return manifests
    .filter(({ request }) => request?.excludeGitData !== true)
    .flatMap(({ repositories }) => repositories)
    .filter((name) => !kept.has(name.toLowerCase()));
}
