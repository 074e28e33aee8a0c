import type { Random } from '../../../base/index.ts';
import type { IdSource } from '../id-source.ts';
import { DAY_MS, formatSeconds } from '../timestamps.ts';
import type { Organization, Person, Team } from '../world.ts';
import { ORGANIZATIONS, TEAMS } from './person-names.table.ts';

/** Who founds the organization, and when. */
export interface OrganizationOptions {
  readonly account: Person;
  /** Its other members, without bots. */
  readonly members: readonly Person[];
  /** When its first repository may appear. */
  readonly beginMs: number;
  readonly ids: IdSource;
  readonly random: Random;
}

/** Invents the organization; the account is one of its owners. */
export function createOrganization(options: OrganizationOptions): Organization {
  const { account, members, random } = options;
  const [login, name, description] = random.pick(ORGANIZATIONS);
  const createdMs = options.beginMs - random.integer(10, 900) * DAY_MS;
  return {
    id: options.ids('account', createdMs),
    login,
    name,
    description,
    email: `hello@${login}.example.org`,
    createdAt: formatSeconds(createdMs),
    members: [
      { login: account.login, role: 'admin' },
      ...members.map((member, index) => ({
        login: member.login,
        role: index === 0 ? ('admin' as const) : ('direct_member' as const),
      })),
    ],
  };
}

/** Invents the organization's teams. Each may also enter a repository that is in no archive of this world. */
export function createTeams(
  organization: Organization,
  repositories: readonly string[],
  random: Random,
): readonly Team[] {
  const logins = organization.members.map((member) => member.login);
  return TEAMS.map(([slug, name, description, privacy, access, role], index) => ({
    slug,
    name,
    description,
    privacy,
    createdAt: formatSeconds(Date.parse(organization.createdAt) + (index + 1) * DAY_MS),
    permissions: [...repositories, `${organization.login}/attic`].map((repository) => ({
      repository,
      access,
      role,
    })),
    members: logins
      .filter((_, place) => place === 0 || random.chance(0.5))
      .map((login, place) => ({ login, role: place === 0 ? 'maintainer' : 'member' })),
  }));
}
