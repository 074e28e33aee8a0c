import { LINK_TABLES } from '../../links.table.ts';
import { link, type RecordTable, read, text, timestamp } from '../../table-spec.ts';

/** Archive format 2.1. */
export const USERS = {
  kind: 'user',
  table: 'users',
  fields: {
    avatar_url: text('avatar_url'),
    login: text('login'),
    name: text('name'),
    bio: text('bio'),
    company: text('company'),
    website: text('website'),
    location: text('location'),
    emails: link(LINK_TABLES.userEmails),
    created_at: timestamp('created_at'),
  },
  derived: { is_bot: read('isBot', 'url') },
} as const satisfies RecordTable;

/** Archive format 2.2. */
export const ORGANIZATIONS = {
  kind: 'organization',
  table: 'organizations',
  fields: {
    login: text('login'),
    name: text('name'),
    description: text('description'),
    website: text('website'),
    location: text('location'),
    email: text('email'),
    members: link(LINK_TABLES.organizationMembers),
    created_at: timestamp('created_at'),
  },
  derived: {},
} as const satisfies RecordTable;

/** Archive format 2.3. */
export const TEAMS = {
  kind: 'team',
  table: 'teams',
  fields: {
    organization: text('organization_url'),
    parent_team: text('parent_team_url'),
    name: text('name'),
    description: text('description'),
    privacy: text('privacy'),
    permissions: link(LINK_TABLES.teamRepositories),
    members: link(LINK_TABLES.teamMembers),
    created_at: timestamp('created_at'),
  },
  derived: { organization: read('login', 'organization'), slug: read('slug', 'url') },
} as const satisfies RecordTable;
