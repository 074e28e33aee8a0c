import type { RepositoryPlan } from './repository/plan-repositories.ts';
import type { Organization, Person } from './world.ts';

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
