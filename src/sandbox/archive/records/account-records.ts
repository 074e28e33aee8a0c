import type { JsonObject } from '../../../base/index.ts';
import type { Organization, Person, Team } from '../../world/world.ts';
import { newerFields, type RecordContext } from './record-context.ts';

/** One in this many people has a social account, or a hidden address. */
const SOCIAL_EVERY = 3;
const HIDDEN_ADDRESS_EVERY = 4;

/** Only the exporting account has a plan. */
export function userRecord(person: Person, context: RecordContext): JsonObject {
  const { world } = context;
  const picture = person.isBot ? `in/${person.id}` : `u/${person.id}`;
  return {
    type: 'user',
    url: context.bystander(person.login),
    avatar_url: `${world.webUrl}/avatars/${picture}?v=4`,
    login: person.login,
    name: person.name,
    bio: person.bio,
    company: person.company,
    website: person.website,
    location: person.location,
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

function emailList(person: Person, { world }: RecordContext): readonly JsonObject[] {
  const hidden = `${person.id}+${person.login}@users.noreply.example.org`;
  if (person.isBot) {
    return [];
  }
  if (person === world.account) {
    return [
      { address: person.email, primary: true, verified: true },
      { address: hidden, primary: false, verified: true },
    ];
  }
  const address = person.id % HIDDEN_ADDRESS_EVERY === 0 ? hidden : person.email;
  return [{ address, primary: true, verified: true }];
}

/** The members of the organization are not always in the archive. */
export function organizationRecord(organization: Organization, context: RecordContext): JsonObject {
  return {
    type: 'organization',
    url: context.urls.account(organization.login),
    login: organization.login,
    name: organization.name,
    description: organization.description,
    website: null,
    location: null,
    email: organization.email,
    members: organization.members.map((member) => ({
      user: context.bystander(member.login),
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
}

/** The record of a team. */
export function teamRecord(team: Team, context: RecordContext): JsonObject {
  const { urls, world } = context;
  return {
    type: 'team',
    url: urls.team(world.organization.login, team.slug),
    organization: urls.account(world.organization.login),
    parent_team: null,
    name: team.name,
    description: team.description,
    privacy: team.privacy,
    permissions: team.permissions.map(({ repository, access, role }) => ({
      repository: urls.repository(repository),
      access,
      ...newerFields(context, { role }),
    })),
    members: team.members.map((member) => ({ user: context.bystander(member.login), role: member.role })),
    created_at: team.createdAt,
  };
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
