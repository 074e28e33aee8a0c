import type { DialectName } from '../../model/dialects.table.ts';
import type { RepositoryContent } from './repository-content.ts';

/** A person; timestamps are ISO 8601 in UTC. */
export interface Person {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly email: string;
  readonly company: string | null;
  readonly location: string | null;
  readonly website: string | null;
  readonly bio: string | null;
  readonly createdAt: string;
  readonly isBot: boolean;
}

/** The only organization of a world. */
export interface Organization {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly description: string;
  readonly email: string;
  readonly createdAt: string;
  readonly members: readonly { readonly login: string; readonly role: 'admin' | 'direct_member' }[];
  /** Logins; they need not be members. */
  readonly billingManagers?: readonly string[];
}

/** A team of the organization. It may have access to repositories that are not in the world. */
export interface Team {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly privacy: 'closed' | 'secret';
  readonly createdAt: string;
  readonly permissions: readonly {
    /** `owner/name`. */
    readonly repository: string;
    readonly access: 'pull' | 'push' | 'admin';
    readonly role: 'read' | 'triage' | 'write' | 'maintain' | 'admin';
  }[];
  readonly members: readonly { readonly login: string; readonly role: 'member' | 'maintainer' }[];
}

/** The fields of a repository in the API and in archives. */
export interface Repository {
  readonly id: number;
  readonly owner: string;
  readonly ownerType: 'User' | 'Organization';
  readonly name: string;
  readonly description: string | null;
  readonly homepage: string | null;
  readonly isPrivate: boolean;
  readonly isFork: boolean;
  readonly isArchived: boolean;
  readonly language: string | null;
  readonly topics: readonly string[];
  readonly defaultBranch: string;
  readonly sizeKilobytes: number;
  readonly stars: number;
  readonly openIssues: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly pushedAt: string;
}

/**
 * A consistent invented world: the API and archives contain the same records. The same seed and options give the same
 * world on every machine.
 */
export interface World {
  readonly seed: string;
  readonly dialect: DialectName;
  /** The current time, in milliseconds since the epoch: nothing in the world is later. */
  readonly nowMs: number;
  /** Time zone of the account, in minutes east of Greenwich. */
  readonly utcOffsetMinutes: number;
  /** Root of every record's `url`, without a final slash. */
  readonly webUrl: string;
  /** The owner of the tokens. */
  readonly account: Person;
  /** All others, including bots. */
  readonly people: readonly Person[];
  readonly organization: Organization;
  readonly teams: readonly Team[];
  /** Slug of the enterprise that the organization belongs to. */
  readonly enterprise: string;
  readonly repositories: readonly Repository[];
  /** In the order of `repositories`. */
  readonly contents: readonly RepositoryContent[];
  /** Into how many parts the ids of records are dealt out, so that a repository is made without the others; default: 1. */
  readonly idShares?: number;
  /** Undefined in a handmade world, where names are looked for. */
  readonly places?: WorldPlaces;
}

/** Where names, in lower case, are in the lists of a world, unless these were changed. */
export interface WorldPlaces {
  /** By `owner/name`. */
  readonly repositories: ReadonlyMap<string, number>;
  /** By login. */
  readonly people: ReadonlyMap<string, number>;
}

/** `owner/name`. */
export function fullNameOf(place: { readonly owner: string; readonly name: string }): string {
  return `${place.owner}/${place.name}`;
}

/** Finds a repository by `owner/name`, which is not case-sensitive (specification 4.0). */
export function findRepository({ repositories, places }: World, name: string): Repository | undefined {
  const wanted = name.toLowerCase();
  return findAt(
    repositories,
    places?.repositories.get(wanted),
    (repository) => fullNameOf(repository).toLowerCase() === wanted,
  );
}

/** The content of a repository, which may be missing in a handmade world. */
export function findContent(
  { contents, places }: World,
  repository: Repository,
): RepositoryContent | undefined {
  const name = fullNameOf(repository);
  const place = places?.repositories.get(name.toLowerCase());
  return findAt(contents, place, (content) => content.repository === name);
}

/** Finds a person by login, which is not case-sensitive. */
export function findPerson({ account, people, places }: World, login: string): Person | undefined {
  const wanted = login.toLowerCase();
  const isWanted = (person: Person) => person.login.toLowerCase() === wanted;
  return isWanted(account) ? account : findAt(people, places?.people.get(wanted), isWanted);
}

/** The item at the place where it should be, or the first one that is wanted. */
function findAt<Item>(
  items: readonly Item[],
  place: number | undefined,
  isWanted: (item: Item) => boolean,
): Item | undefined {
  const item = place === undefined ? undefined : items[place];
  return item !== undefined && isWanted(item) ? item : items.find(isWanted);
}

export type PersonOutline = Partial<Omit<Person, 'createdAt' | 'id' | 'isBot'>>;
