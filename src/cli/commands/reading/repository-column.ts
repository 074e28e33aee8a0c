import type { Reading } from '../../../reading/index.ts';
import type { ListColumn } from '../../render/listing.ts';

/** A column that tells the repository, or none where there is but one. */
export type RepositoryColumn = readonly ListColumn<{ readonly repo: string | null }>[];

/** Names stand without their owners where that is clear enough; commands take them so. */
export function repositoryColumn(repo: string | undefined, reading: Reading): RepositoryColumn {
  const names = reading.repositoryNames();
  if (repo !== undefined || names.length === 1) {
    return [];
  }
  const short = names.map(lastPart);
  const isClear = new Set(short.map((name) => name.toLowerCase())).size === names.length;
  return [{ heading: 'REPO', text: (item) => (isClear ? lastPart(item.repo ?? '') : (item.repo ?? '')) }];
}

function lastPart(repo: string): string {
  return repo.slice(repo.lastIndexOf('/') + 1);
}
