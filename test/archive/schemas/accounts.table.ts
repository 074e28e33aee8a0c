import {
  ANY_TEXT,
  EVERY_RECORD,
  each,
  FLAG,
  FULL_TEXT,
  itemWith,
  LOOSE_NUMBER,
  listOf,
  OPTIONAL_TEXT,
  OPTIONAL_TIME,
  objectWith,
  type RecordPromise,
} from './field-promises.ts';
import {
  ALICE,
  AT,
  AT_OF_GITLAB,
  AT_WITH_BLANKS,
  GARDEN,
  LAB,
  WEB,
  WEBHOOK,
  WEBHOOKS,
} from './shared-values.ts';

const USER_2019 = {
  type: 'user',
  url: ALICE,
  avatar_url: 'https://avatars.service.example/u/21979?v=4',
  login: 'alice',
  name: 'Alice Doe',
  bio: '',
  company: null,
  website: '',
  location: null,
  emails: [{ address: '1+alice@mail.example', primary: true, verified: true }],
  billing_plan: null,
  created_at: AT,
};

const ORGANIZATION_2019 = {
  type: 'organization',
  url: `${WEB}/gardeners`,
  login: 'gardeners',
  name: 'Gardeners',
  description: null,
  website: null,
  location: null,
  email: null,
  members: [{ user: ALICE, role: 'admin', state: 'active' }],
  owners_team: null,
  webhooks: [WEBHOOK],
  created_at: AT,
};

const PRIVILEGES = [
  'members_can_create_public_repositories',
  'members_can_create_private_repositories',
  'members_can_create_internal_repositories',
  'members_can_invite_outside_collaborators',
  'allows_private_repository_forking',
  'members_can_create_pages',
  'members_can_change_repo_visibility',
  'members_can_delete_repositories',
  'members_can_delete_issues',
  'display_commenter_full_name_setting_enabled',
  'readers_can_create_discussions',
  'members_can_create_teams',
  'members_can_view_dependency_insights',
];

const ORGANIZATION_2022 = {
  ...ORGANIZATION_2019,
  member_privileges: {
    default_repository_permission: 'read',
    ...Object.fromEntries(PRIVILEGES.map((name) => [name, true])),
  },
};

const TEAM_2019 = {
  type: 'team',
  url: `${WEB}/orgs/gardeners/teams/mowers`,
  organization: `${WEB}/gardeners`,
  parent_team: null,
  name: 'Mowers',
  description: 'They mow',
  privacy: 'closed',
  permissions: [{ repository: GARDEN, access: 'push' }],
  members: [{ user: ALICE, role: 'maintainer' }],
  created_at: AT,
};

/** Archive format 2.1-2.3. */
export const ACCOUNT_PROMISES = {
  user: {
    required: ['url', 'login'],
    fields: {
      ...EVERY_RECORD,
      login: FULL_TEXT,
      ...each(OPTIONAL_TEXT, 'avatar_url', 'name', 'bio', 'company', 'website', 'location'),
      emails: listOf(itemWith({ address: ANY_TEXT, ...each(FLAG, 'primary', 'verified') }, ['address'])),
      social_accounts: listOf(itemWith(each(OPTIONAL_TEXT, 'provider', 'url'))),
      billing_plan: objectWith({ name: OPTIONAL_TEXT, ...each(LOOSE_NUMBER, 'space', 'private_repos') }),
      created_at: OPTIONAL_TIME,
    },
    generations: {
      '2019': USER_2019,
      '2022, the exporting user': {
        ...USER_2019,
        billing_plan: { name: 'free', space: 976562499, private_repos: 10000 },
      },
      '2024': {
        ...USER_2019,
        social_accounts: [{ provider: 'mastodon', url: 'https://social.example/@alice' }],
      },
      'a bot': {
        ...USER_2019,
        url: `${WEB}/mower[bot]`,
        login: 'mower[bot]',
        emails: [],
        name: null,
        social_accounts: [],
      },
      'gl-exporter': {
        type: 'user',
        url: `${LAB}/alice`,
        login: 'alice',
        name: 'Alice',
        company: null,
        website: '',
        location: null,
        emails: [{ address: 'alice@home.example', primary: true }],
        created_at: AT_OF_GITLAB,
      },
      'bbs-exporter': {
        type: 'user',
        url: `${LAB}/bob`,
        login: 'bob',
        name: 'Bob',
        emails: [],
        created_at: null,
      },
    },
  },
  organization: {
    required: ['url', 'login'],
    fields: {
      ...EVERY_RECORD,
      login: FULL_TEXT,
      ...each(OPTIONAL_TEXT, 'name', 'description', 'website', 'location', 'email'),
      members: listOf(itemWith(each(OPTIONAL_TEXT, 'user', 'role', 'state'))),
      owners_team: { types: ['object', 'string', 'null'] },
      webhooks: WEBHOOKS,
      created_at: OPTIONAL_TIME,
      member_privileges: objectWith({
        default_repository_permission: OPTIONAL_TEXT,
        ...each(FLAG, ...PRIVILEGES),
      }),
      repository_defaults: objectWith({
        repository_default_branch: OPTIONAL_TEXT,
        commit_signoff: FLAG,
        repository_labels: listOf(
          itemWith({ name: ANY_TEXT, ...each(OPTIONAL_TEXT, 'description', 'color') }, ['name']),
        ),
      }),
    },
    generations: {
      '2019': ORGANIZATION_2019,
      '2022': ORGANIZATION_2022,
      '2023': {
        ...ORGANIZATION_2022,
        repository_defaults: {
          repository_default_branch: 'main',
          commit_signoff: false,
          repository_labels: [{ name: 'bug', description: null, color: 'd73a4a' }],
        },
      },
      'gl-exporter': {
        type: 'organization',
        url: `${LAB}/group`,
        login: 'The-Group',
        name: 'The Group',
        description: '',
        website: null,
        location: null,
        email: null,
        members: [{ user: `${LAB}/alice`, role: 'admin', state: 'active' }],
      },
      'bbs-exporter': {
        type: 'organization',
        url: `${LAB}/projects/GRD`,
        login: 'GRD',
        members: [{ user: `${LAB}/alice`, role: 'direct_member' }],
      },
    },
  },
  team: {
    required: ['url', 'organization', 'name'],
    fields: {
      ...EVERY_RECORD,
      organization: FULL_TEXT,
      name: ANY_TEXT,
      ...each(OPTIONAL_TEXT, 'parent_team', 'description', 'privacy'),
      permissions: listOf(itemWith(each(OPTIONAL_TEXT, 'repository', 'access', 'role'))),
      members: listOf(itemWith(each(OPTIONAL_TEXT, 'user', 'role'))),
      created_at: OPTIONAL_TIME,
    },
    generations: {
      '2019': TEAM_2019,
      '2022': { ...TEAM_2019, permissions: [{ repository: GARDEN, access: 'push', role: 'maintain' }] },
      'gl-exporter': {
        type: 'team',
        url: `${LAB}/orgs/group/teams/all`,
        organization: `${LAB}/group`,
        name: 'All',
        description: null,
        permissions: [{ repository: `${LAB}/group/garden`, access: 'write' }],
        members: [{ user: `${LAB}/alice`, role: 'member' }],
        created_at: AT_WITH_BLANKS,
      },
    },
  },
} as const satisfies Record<string, RecordPromise>;
