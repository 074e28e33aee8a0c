import type { JsonObject } from '../../../base/json.ts';
import { jsonFields } from '../../json-fields.ts';
import type { Person } from '../../world/world.ts';
import { newerFields, type RecordContext } from './record-context.ts';

/** One in this many people has a social account, or a hidden address. */
const SOCIAL_EVERY = 3;
const HIDDEN_ADDRESS_EVERY = 4;

/** The people in the archive; archives of 2019 do not separate bots from them. */
export function userRecords(context: RecordContext): readonly JsonObject[] {
  return peopleRecords(context, ({ isBot }) => !isBot || context.generation === '2019');
}

export function botRecords(context: RecordContext): readonly JsonObject[] {
  return peopleRecords(context, ({ isBot }) => isBot);
}

function peopleRecords(context: RecordContext, isMeant: (person: Person) => boolean): readonly JsonObject[] {
  const { world, participants } = context;
  return [world.account, ...world.people]
    .filter((person) => participants.has(person.login) && isMeant(person))
    .toSorted((a, b) => a.id - b.id)
    .map((person) => userRecord(person, context));
}

/** Only the exporting account has a plan. */
function userRecord(person: Person, context: RecordContext): JsonObject {
  const { world } = context;
  const picture = person.isBot ? `in/${person.id}` : `u/${person.id}`;
  return {
    type: 'user',
    url: context.bystander(person.login),
    avatar_url: `${world.webUrl}/avatars/${picture}?v=4`,
    ...jsonFields(person, 'login', 'name', 'bio', 'company', 'website', 'location'),
    emails: emailList(person, context),
    ...newerFields(context, {
      social_accounts:
        person.id % SOCIAL_EVERY === 0 && !person.isBot
          ? [{ provider: 'mastodon', url: `https://social.example.org/@${person.login}` }]
          : [],
    }),
    billing_plan:
      person === world.account ? { name: 'free', space: 976_562_499, private_repos: 10_000 } : null,
    created_at: person.createdAt,
  };
}

/** Only those of the exporting account are complete. */
function emailList(person: Person, { world }: RecordContext): readonly JsonObject[] {
  const hidden = `${person.id}+${person.login}@users.noreply.example.org`;
  const shown = person.id % HIDDEN_ADDRESS_EVERY === 0 ? hidden : person.email;
  const addresses = person === world.account ? [person.email, hidden] : person.isBot ? [] : [shown];
  return addresses.map((address, index) => ({ address, primary: index === 0, verified: true }));
}

/** The organization. Its members are not always in the archive, unless it is exported alone. */
export function organizationRecords(context: RecordContext): readonly JsonObject[] {
  if (!context.hasOrganization) {
    return [];
  }
  const { organization } = context.world;
  const nameMember = context.repositories.length === 0 ? context.person : context.bystander;
  const record = {
    type: 'organization',
    url: context.urls.account(organization.login),
    ...jsonFields(organization, 'login', 'name', 'description'),
    website: null,
    location: null,
    email: organization.email,
    members: organization.members.map((member) => ({
      user: nameMember(member.login),
      role: member.role,
      state: 'active',
    })),
    owners_team: null,
    webhooks: [],
    created_at: organization.createdAt,
    ...newerFields(context, {
      member_privileges: MEMBER_PRIVILEGES,
      repository_defaults: {
        repository_default_branch: 'main',
        commit_signoff: false,
        repository_labels: [{ name: 'bug', description: "Something isn't working", color: 'd73a4a' }],
      },
    }),
  };
  return [record];
}

export function teamRecords(context: RecordContext): readonly JsonObject[] {
  const { urls, world } = context;
  return (context.hasOrganization ? world.teams : []).map((team) => ({
    type: 'team',
    url: urls.team(world.organization.login, team.slug),
    organization: urls.account(world.organization.login),
    parent_team: null,
    ...jsonFields(team, 'name', 'description', 'privacy'),
    permissions: team.permissions.map(({ repository, access, role }) => ({
      repository: urls.repository(repository),
      access,
      ...newerFields(context, { role }),
    })),
    members: team.members.map((member) => ({ user: context.bystander(member.login), role: member.role })),
    created_at: team.createdAt,
  }));
}

const MEMBER_PRIVILEGES = {
  default_repository_permission: 'read',
  members_can_create_public_repositories: true,
  members_can_create_private_repositories: true,
  members_can_create_internal_repositories: false,
  members_can_invite_outside_collaborators: false,
  allows_private_repository_forking: false,
  members_can_create_pages: true,
  members_can_change_repo_visibility: false,
  members_can_delete_repositories: false,
  members_can_delete_issues: false,
  display_commenter_full_name_setting_enabled: false,
  readers_can_create_discussions: true,
  members_can_create_teams: true,
  members_can_view_dependency_insights: true,
} as const;
