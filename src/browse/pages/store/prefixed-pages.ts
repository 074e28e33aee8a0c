import { isOwnedBy } from '../../../model/accounts.ts';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { locationOf, segmentsOf } from '../../addresses/location-of.ts';
import { defineFile } from '../../page.ts';
import { accountPath } from '../../paths.ts';
import { prefixLinks, TO_OTHERS } from '../../serve/prefix-links.ts';
import { dateText } from '../../show/times.ts';

/** Pages about all snapshots, and about what was captured next to them: they are the same as of each snapshot. */
const OF_ALL_SNAPSHOTS = /^\/-\/(?:snapshots|changes|since|captures)(?=$|[/.])/;

/** Any page as of an older snapshot, selected by number or date. */
export const atSnapshot = defineFile(async ({ store, older }, { params, path, query, http }) => {
  const when = params['when'] ?? '';
  const prefix = /^\/-\/at\/[^/]+/.exec(path)?.[0] ?? '';
  const snapshot = findSnapshot(store.snapshots(), when);
  const rest = path.slice(prefix.length) || '/';
  const isNewest = snapshot.id === store.snapshots().at(-1)?.id;
  if (isNewest || older === undefined || OF_ALL_SNAPSHOTS.test(rest)) {
    return redirectTo(query.size === 0 ? rest : `${rest}?${query}`);
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

function redirectTo(path: string): Response {
  return new Response(null, { status: 302, headers: { Location: locationOf(path) } });
}

/** The repository that a page belongs to, or its data. */
function repositoryIn(path: string, store: Browsing): string | undefined {
  const name = segmentsOf(path).slice(0, 2).join('/');
  return path.startsWith('/-/')
    ? undefined
    : (store.repositoryName(name) ?? store.repositoryName(name.replace(/\.(?:json|md)$/, '')));
}

/**
 * Any page with only the repositories of some owners; a repository of another owner has its page without them. The home page of
 * an organization is its own page.
 */
export const ofOwners = defineFile(async ({ store, answerOf }, { params, http }) => {
  const url = new URL(http.url);
  const prefix = /^\/-\/owners\/[^/]+/.exec(url.pathname)?.[0] ?? '';
  const rest = url.pathname.slice(prefix.length) || '/';
  const [, at = '', page = ''] = /^(\/-\/at\/[^/]+)(.*)$/.exec(rest) ?? [];
  if (at !== '' || answerOf === undefined) {
    // The snapshot comes first: each is a store of its own.
    const path = at === '' ? rest : `${at}${prefix}${page}`;
    return redirectTo(`${path}${url.search}`);
  }
  const owners = (params['owners'] ?? '').split(',').filter((owner) => owner !== '');
  const known = store.allOwners();
  const spelled = owners.map(
    (owner) => known.find((one) => one.toLowerCase() === owner.toLowerCase()) ?? owner,
  );
  const repo = repositoryIn(rest, store);
  if (repo !== undefined && !isOwnedBy(repo, spelled) && spelled.every((owner) => known.includes(owner))) {
    return redirectTo(`${rest}${url.search}`);
  }
  const [only = ''] = spelled;
  const hasOwnHome = spelled.length === 1 && known.includes(only) && store.account(only)?.kind !== 'user';
  url.pathname = rest === '/' && hasOwnHome ? accountPath(only) : rest;
  const response = await answerOf(spelled, new Request(url, http));
  return await prefixLinks(response, { prefix, except: TO_OTHERS });
});
