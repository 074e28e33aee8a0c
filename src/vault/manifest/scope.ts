import { createHash } from 'node:crypto';
import { MIGRATION_SWITCHES, type MigrationRequest, type MigrationSwitch } from '../../model/index.ts';
import type { Manifest, Scope } from './manifest.ts';

/** The selection of a backup of everything that an account has. */
export const ALL_REPOSITORIES = 'all repositories';

/** The scope of an archive. Without a known request, it is what the archive contains. */
export function scopeOf({
  scope,
  request,
  repositories,
}: Pick<Manifest, 'scope' | 'request' | 'repositories'>): Scope {
  return scope ?? { selection: selectionOfNames(repositories), exclusions: exclusionsOf(request ?? {}) };
}

/** Longer lists are shortened to a count and a digest. */
const MAX_NAMES = 8;

/** A selection by names, whatever their order and case. */
export function selectionOfNames(names: readonly string[]): string {
  const sorted = [...new Set(names.map((name) => name.toLowerCase()))].sort();
  if (sorted.length === 0) {
    return 'no repositories';
  }
  const text = sorted.join(', ');
  if (sorted.length <= MAX_NAMES) {
    return text;
  }
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${sorted.length} repositories from ${sorted[0]} to ${sorted.at(-1)} (${digest})`;
}

/** What the switches of a request leave out. */
export function exclusionsOf(request: Omit<MigrationRequest, 'repositories'>): readonly string[] {
  return Object.entries(MIGRATION_SWITCHES)
    .filter(([name]) => request[name as MigrationSwitch] === true) // A key of the table.
    .flatMap(([, name]) =>
      name === 'org_metadata_only'
        ? 'all but the metadata of the organization'
        : name.startsWith('exclude_')
          ? name.slice('exclude_'.length).replaceAll('_', ' ')
          : [],
    )
    .sort();
}

/** For people: `all repositories, without git data`. */
export function describeScope({ selection, exclusions }: Scope): string {
  return exclusions.length === 0 ? selection : `${selection}, without ${exclusions.join(', ')}`;
}
