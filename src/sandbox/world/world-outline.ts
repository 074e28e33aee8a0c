import type { RepositoryPlan } from './repository/plan-repositories.ts';
import type { Organization, PersonOutline } from './world.ts';

/** The given parts of a world; all others are invented. */
export interface WorldOutline {
  readonly account?: PersonOutline;
  /** The first of the other people. By default the first few are members of the organization. */
  readonly people?: readonly PersonOutline[];
  readonly organization?: Partial<Omit<Organization, 'createdAt' | 'id'>>;
  readonly enterprise?: string;
  /** The first repositories. */
  readonly repositories?: readonly RepositoryOutline[];
}

export type RepositoryOutline = Partial<Omit<RepositoryPlan, 'beginMs' | 'endMs' | 'theme'>>;
