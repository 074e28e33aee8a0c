import { createHash } from 'node:crypto';
import { snapshotsOfOwners } from '../show/snapshot-names.ts';
import type { Sources } from '../sources.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

type SeenSources = Pick<Sources, 'store' | 'proofs' | 'isOlder' | 'isSite'>;

/**
 * What a browser remembers of this store, or of the chosen owners in it: `FROM.TO`, the snapshots that the page of what is new compared last, or `.NEWEST`, the
 * newest one at the first visit of any page.
 */
export function readSeen({ store }: Pick<SeenSources, 'store'>, { headers }: Request): string | undefined {
  const all = (headers.get('cookie') ?? '').split(/;\s*/);
  const start = `${cookieName(store)}=`;
  return all.find((one) => one.startsWith(start))?.slice(start.length);
}

/** The cookie that keeps it; undefined for sites and older snapshots, which show nothing new. */
export function seenCookie({ store, isOlder, isSite }: SeenSources, seen: string): string | undefined {
  return isOlder || isSite
    ? undefined
    : `${cookieName(store)}=${seen}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
}

/** The cookie of the first visit; undefined if the browser has one already. */
export function firstVisitCookie(sources: SeenSources, http: Request): string | undefined {
  const newest = snapshotsOfOwners(sources).at(-1);
  return newest === undefined || readSeen(sources, http) !== undefined
    ? undefined
    : seenCookie(sources, `.${newest.id}`);
}

function cookieName({ path, owners }: SeenSources['store']): string {
  const subject = [path, ...owners].join('\n');
  return `satchel-seen-${createHash('sha256').update(subject).digest('hex').slice(0, 12)}`;
}
