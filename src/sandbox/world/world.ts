import type { DialectName } from '../../model/index.ts';
import type { RepositoryPlan } from './repository/plan-repositories.ts';
import type { RepositoryContent } from './repository-content.ts';

/** A person of the world; timestamps are ISO 8601 in UTC. */
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

/** The one organization of the world. */
export interface Organization {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly description: string;
  readonly email: string;
  readonly createdAt: string;
  readonly members: readonly { readonly login: string; readonly role: 'admin' | 'direct_member' }[];
  /** Logins of people who look after its money and are not members. */
  readonly billingManagers?: readonly string[];
}

/** A team of the organization. It may be allowed into repositories that the world does not have. */
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

/** What both the API and the archive say of a repository. */
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
 * A consistent, invented place: what the API lists is what an archive holds.
 * The same seed and options give the same world on every machine.
 */
export interface World {
  readonly seed: string;
  readonly dialect: DialectName;
  /** The present of this world, in milliseconds since the epoch: nothing in it is younger. */
  readonly nowMs: number;
  /** Time zone of the account, in minutes east of Greenwich. */
  readonly utcOffsetMinutes: number;
  /** Root of every record's `url`, without a final slash. */
  readonly webUrl: string;
  /** The owner of the tokens: the account whose migrations run. */
  readonly account: Person;
  /** Everybody else, bots included. */
  readonly people: readonly Person[];
  readonly organization: Organization;
  readonly teams: readonly Team[];
  /** Slug of the enterprise that the organization belongs to. */
  readonly enterprise: string;
  /** Those of the account and of the organization. */
  readonly repositories: readonly Repository[];
  /** What is in each repository, in the order of `repositories`. */
  readonly contents: readonly RepositoryContent[];
}

/** `owner/name`. */
export function fullNameOf(place: { readonly owner: string; readonly name: string }): string {
  return `${place.owner}/${place.name}`;
}

/** The repository of a name; names are not case sensitive (specification 4.0). */
export function findRepository(world: World, owner: string, name: string): Repository | undefined {
  const wanted = `${owner}/${name}`.toLowerCase();
  return world.repositories.find((repository) => fullNameOf(repository).toLowerCase() === wanted);
}

/** What is in a repository; a world made by hand may leave it out. */
export function findContent(world: World, repository: Repository): RepositoryContent | undefined {
  const name = fullNameOf(repository);
  return world.contents.find((content) => content.repository === name);
}

/** The person with a login, without regard to case. */
export function findPerson(world: World, login: string): Person | undefined {
  const wanted = login.toLowerCase();
  return [world.account, ...world.people].find((person) => person.login.toLowerCase() === wanted);
}

/** True for the organization's login, without regard to case. */
export function isOrganization(world: World, login: string | undefined): boolean {
  return login?.toLowerCase() === world.organization.login.toLowerCase();
}

/** What is not to be invented about a world; whatever an outline leaves out still is. */
export interface WorldOutline {
  readonly account?: PersonOutline;
  /** The first of the other people. Those at the beginning belong to the organization unless it names its members. */
  readonly people?: readonly PersonOutline[];
  readonly organization?: Partial<Omit<Organization, 'createdAt' | 'id'>>;
  readonly enterprise?: string;
  /** The first repositories; how many there are at least. */
  readonly repositories?: readonly RepositoryOutline[];
}

/** What is known of somebody. */
export type PersonOutline = Partial<Omit<Person, 'createdAt' | 'id' | 'isBot'>>;

/** What is known of a repository. */
export type RepositoryOutline = Partial<Omit<RepositoryPlan, 'beginMs' | 'endMs' | 'theme'>>;
