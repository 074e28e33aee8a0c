import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { hostOf, URL_READINGS } from '../url-readings.ts';

/** What shows which repositories an archive would contain if they existed. */
export interface PlaceFacts {
  /** Whether it contains everything that belongs to the owners of its repositories. */
  readonly hasAllOfOwners: boolean;
  /** The request of the migration, if known. */
  readonly request: JsonObject | undefined;
  /** The urls of the repositories whose records are in the archive. */
  readonly repositories: Iterable<string>;
  /** The id of the repository that last had a name before the archive; undefined if it is not known. */
  readonly idBefore: (host: string, repo: string) => string | undefined;
}

/** An archive without a repository may be from any service. */
const ANY_HOST = '*';

/**
 * Finds out whether the archive would contain a repository (at a host, as `owner/name`) if it existed: one that it
 * contains, also under another name, or any one of an account whose repositories were all listed for the backup. One
 * that was asked for, or was in the list, and is not in the archive, exists nevertheless.
 */
export function createCoveredPlaces(facts: PlaceFacts): (host: string, repo: string) => boolean {
  const contained = readContained(facts.repositories);
  const hosts: ReadonlySet<string> = new Set(contained.size > 0 ? contained.keys() : [ANY_HOST]);
  const owners = facts.hasAllOfOwners ? ownersOf(contained) : undefined;
  const idsIn = idsOfContained(facts.request, contained);
  const listing = readListing(facts.request, contained);
  return (host, repo) => {
    const name = repo.toLowerCase();
    const place = contained.get(host) ?? contained.get(ANY_HOST);
    if (place?.has(name) === true || owners?.get(host)?.has(ownerOf(name)) === true) {
      return true;
    }
    if (!hosts.has(host) && !hosts.has(ANY_HOST)) {
      return false;
    }
    const id = idsIn.size > 0 || listing !== undefined ? facts.idBefore(host, repo) : undefined;
    if (id !== undefined && idsIn.has(id)) {
      return true;
    }
    return (
      listing !== undefined &&
      ownerOf(name) === listing.owner &&
      !listing.names.has(name) &&
      (id === undefined || !listing.ids.has(id))
    );
  };
}

/** Repositories in lower case, by their host. Different services may have repositories of the same name. */
type Places = ReadonlyMap<string, ReadonlySet<string>>;

function readContained(urls: Iterable<string>): Places {
  const places = new Map<string, Set<string>>();
  for (const url of urls) {
    const repo = URL_READINGS.repo(url);
    if (repo !== null) {
      const host = hostOf(url);
      places.set(host, (places.get(host) ?? new Set()).add(repo.toLowerCase()));
    }
  }
  return places;
}

function ownersOf(places: Places): Places {
  return new Map([...places].map(([host, repos]) => [host, new Set([...repos].map(ownerOf))]));
}

function isContained(places: Places, name: string): boolean {
  return [...places.values()].some((repos) => repos.has(name));
}

function idsOfContained(request: JsonObject | undefined, contained: Places): ReadonlySet<string> {
  const ids = readIds(request?.['repositoryIds']);
  return new Set([...ids].flatMap(([name, id]) => (isContained(contained, name) ? [id] : [])));
}

/** An account whose repositories were all listed. */
interface Listing {
  readonly owner: string;
  /** The names in the list that the archive lacks. */
  readonly names: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

/**
 * The list that the backup was chosen from. It is of no use if a part of the backup is missing, or if a repository in
 * it has no known id and is not in the archive: it may have had any other name before.
 */
function readListing(request: JsonObject | undefined, contained: Places): Listing | undefined {
  const listed = request?.['listed'];
  const { owner, count, others } = isJsonObject(listed) ? listed : {};
  if (typeof owner !== 'string' || typeof count !== 'number') {
    return undefined;
  }
  const asked = request?.['repositories'];
  const ids = new Map([...readIds(request?.['repositoryIds']), ...readIds(others)]);
  const names = [...(Array.isArray(asked) ? asked.map(String) : []), ...readIds(others).keys()]
    .map((name) => name.toLowerCase())
    .filter((name) => ownerOf(name) === owner.toLowerCase());
  const lacking = [...new Set(names)].filter((name) => !isContained(contained, name));
  return new Set(names).size === count && lacking.every((name) => ids.has(name))
    ? {
        owner: owner.toLowerCase(),
        names: new Set(lacking),
        ids: new Set(lacking.map((name) => ids.get(name) ?? '')),
      }
    : undefined;
}

/** Ids by name in lower case. */
function readIds(value: JsonValue | undefined): ReadonlyMap<string, string> {
  return new Map(
    value !== undefined && isJsonObject(value)
      ? Object.entries(value).flatMap(([name, id]) => (id === null ? [] : [[name.toLowerCase(), String(id)]]))
      : [],
  );
}

function ownerOf(repo: string): string {
  return repo.slice(0, Math.max(0, repo.indexOf('/')));
}
