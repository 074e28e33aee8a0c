import { flag, type LinkTable, read, text, timestamp } from './table-spec.ts';

/** Urls of a thread's labels, which are defined in the record of the repository. */
function labelsOf(thread: string): LinkTable {
  return {
    table: `${thread}_labels`,
    owner: `${thread}_id`,
    items: 'strings',
    fields: { value: text('label_url') },
    derived: { name: read('labelName', 'value') },
  };
}

function assigneesOf(thread: string): LinkTable {
  return {
    table: `${thread}_assignees`,
    owner: `${thread}_id`,
    items: 'strings',
    fields: { value: text('user_url') },
    derived: { login: read('login', 'value') },
  };
}

/** The tables of array items (archive format 2). */
export const LINK_TABLES = {
  issueLabels: labelsOf('issue'),
  pullRequestLabels: labelsOf('pull_request'),
  discussionLabels: labelsOf('discussion'),
  issueAssignees: assigneesOf('issue'),
  pullRequestAssignees: assigneesOf('pull_request'),
  reactions: {
    table: 'reactions',
    owner: 'subject_id',
    items: 'objects',
    fields: {
      user: text('author_url'),
      content: text('content'),
      subject_type: text('subject_type'),
      created_at: timestamp('created_at'),
    },
    derived: { author: read('login', 'user') },
  },
  closingReferences: {
    table: 'pull_request_closing_references',
    owner: 'pull_request_id',
    items: 'objects',
    fields: {
      issue: text('issue_url'),
      issue_repository: text('issue_repository_url'),
      actor: text('actor_url'),
      source: text('source'),
      created_at: timestamp('created_at'),
    },
    derived: { actor: read('login', 'actor') },
  },
  reviewRequests: {
    table: 'pull_request_review_requests',
    owner: 'pull_request_id',
    items: 'objects',
    // No archive with a review request is known; these are the field names of similar kinds.
    fields: { user: text('user_url'), reviewer: text('user_url'), team: text('team_url') },
    derived: { login: read('login', 'user', 'reviewer') },
  },
  repositoryLabels: {
    table: 'repository_labels',
    owner: 'repository_id',
    items: 'objects',
    fields: {
      url: text('url'),
      name: text('name'),
      color: text('color'),
      description: text('description'),
      created_at: timestamp('created_at'),
    },
    derived: {},
  },
  repositoryCollaborators: {
    table: 'repository_collaborators',
    owner: 'repository_id',
    items: 'objects',
    fields: { user: text('user_url'), permission: text('permission') },
    derived: { login: read('login', 'user') },
  },
  repositoryTopics: {
    table: 'repository_topics',
    owner: 'repository_id',
    items: 'objects',
    fields: {
      topic_url: text('topic_url'),
      topic_name: text('name'),
      repository: text('repository_url'),
      creator: text('creator_url'),
      state: text('state'),
      created_at: timestamp('created_at'),
      updated_at: timestamp('updated_at'),
    },
    derived: { creator: read('login', 'creator') },
  },
  organizationMembers: {
    table: 'organization_members',
    owner: 'organization_id',
    items: 'objects',
    fields: { user: text('user_url'), role: text('role'), state: text('state') },
    derived: { login: read('login', 'user') },
  },
  teamMembers: {
    table: 'team_members',
    owner: 'team_id',
    items: 'objects',
    fields: { user: text('user_url'), role: text('role') },
    derived: { login: read('login', 'user') },
  },
  teamRepositories: {
    table: 'team_repositories',
    owner: 'team_id',
    items: 'objects',
    fields: { repository: text('repository_url'), access: text('access'), role: text('role') },
    derived: { repo: read('repo', 'repository') },
  },
  userEmails: {
    table: 'user_emails',
    owner: 'user_id',
    items: 'objects',
    fields: { address: text('address'), primary: flag('is_primary'), verified: flag('is_verified') },
    derived: {},
  },
  releaseAssets: {
    table: 'release_assets',
    owner: 'release_id',
    items: 'objects',
    fields: {
      user: text('author_url'),
      asset_name: text('name'),
      asset_content_type: text('content_type'),
      asset_url: text('asset_url'),
      created_at: timestamp('created_at'),
    },
    derived: { author: read('login', 'user') },
  },
} as const satisfies Record<string, LinkTable>;
