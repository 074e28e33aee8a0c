import {
  ANY_LIST,
  ANY_TEXT,
  ANYTHING,
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
  REACTIONS,
  type RecordPromise,
  STATE,
  URLS,
} from './field-promises.ts';
import {
  ALICE,
  AT,
  AT_OF_GITLAB,
  AT_WITH_BLANKS,
  AT_WITH_OFFSET,
  GARDEN,
  LAB,
  LAB_GARDEN,
  REACTION,
  WEBHOOK,
  WEBHOOKS,
} from './shared-values.ts';

const PAGE_TEXTS = [
  'cname',
  'source',
  'source_ref_name',
  'source_subdir',
  'subdomain',
  'parent_domain',
  'theme',
  'build_type',
];
const ANALYSES = [
  'dependency_graph',
  'vulnerability_alerts',
  'vulnerability_updates',
  'advanced_security',
  'token_scanning',
  'token_scanning_push_protection',
];
const SETTINGS_2022 = [
  'template',
  'allow_forking',
  'sponsorships',
  'discussions',
  'merge_commit',
  'squash_merge',
  'rebase_merge',
  'auto_merge',
  'delete_branch_heads',
  'update_branch',
  'git_lfs_in_archives',
];
const ACTIONS = [
  'actions_disabled',
  'allows_all_actions',
  'allows_local_actions_only',
  'allows_github_owned_actions',
  'allows_verified_actions',
  'allows_specific_actions_patterns',
];

function flags(names: readonly string[]): Readonly<Record<string, boolean>> {
  return Object.fromEntries(names.map((name) => [name, true]));
}

const REPOSITORY_2019 = {
  type: 'repository',
  url: GARDEN,
  owner: ALICE,
  name: 'garden',
  description: null,
  website: '',
  private: true,
  has_issues: true,
  has_wiki: true,
  has_downloads: true,
  labels: [
    {
      url: `${GARDEN}/labels/good%20first%20issue`,
      name: 'good first issue',
      color: '7057ff',
      description: 'Good for newcomers',
      created_at: AT,
    },
  ],
  collaborators: [{ user: ALICE, permission: 'write' }],
  created_at: AT,
  git_url: 'tarball://root/repositories/alice/garden.git',
  default_branch: 'main',
  webhooks: [WEBHOOK],
  public_keys: [
    { title: 'deploy', key: 'ssh-ed25519 AAAA', read_only: true, fingerprint: 'SHA256:x', created_at: AT },
  ],
};

const REPOSITORY_2022 = {
  ...REPOSITORY_2019,
  page: {
    ...Object.fromEntries(PAGE_TEXTS.map((name) => [name, null])),
    https_redirect: true,
    is_public: true,
  },
  repository_topics: [
    {
      topic_url: null,
      topic_name: 'roses',
      repository: GARDEN,
      creator: ALICE,
      state: 'created',
      created_at: AT_WITH_OFFSET,
      updated_at: AT_WITH_OFFSET,
    },
  ],
  security_and_analysis: flags(ANALYSES),
  autolinks: [],
  general_settings: flags(SETTINGS_2022),
  actions_general_settings: { ...flags(ACTIONS), patterns: [] },
  wiki_url: 'tarball://root/repositories/alice/garden.wiki.git',
};

const MILESTONE_2019 = {
  type: 'milestone',
  url: `${GARDEN}/milestones/1`,
  repository: GARDEN,
  user: ALICE,
  title: '1.0.0',
  description: '',
  state: 'closed',
  due_on: AT,
  created_at: AT,
  updated_at: AT,
  closed_at: AT,
};

const RELEASE_2022 = {
  type: 'release',
  url: `${GARDEN}/releases/tag/v0.9`,
  repository: GARDEN,
  user: ALICE,
  name: 'First',
  tag_name: 'v0.9',
  body: '',
  state: 'published',
  pending_tag: 'v0.9',
  prerelease: false,
  target_commitish: 'main',
  release_assets: [],
  published_at: AT,
  created_at: AT,
};

const BRANCH_FLAGS = [
  'admin_enforced',
  'dismiss_stale_reviews_on_push',
  'require_code_owner_review',
  'strict_required_status_checks_policy',
  'authorized_actors_only',
];
const NEWER_BRANCH_FLAGS = [
  'requires_approving_reviews',
  'requires_commit_signatures',
  'requires_linear_history',
  'allows_force_pushes',
  'allows_deletions',
  'requires_status_checks',
  'restricts_review_dismissals',
];
const BRANCH_URLS = [
  'authorized_user_urls',
  'authorized_team_urls',
  'dismissal_restricted_user_urls',
  'dismissal_restricted_team_urls',
];

const BRANCH_OF_BITBUCKET = {
  type: 'protected_branch',
  name: 'main',
  url: `${LAB}/projects/GRD/repos/garden/settings/branches/main`,
  repository_url: `${LAB}/projects/GRD/repos/garden`,
  ...flags(BRANCH_FLAGS),
  block_deletions_enforcement_level: 2,
  block_force_pushes_enforcement_level: 2,
  pull_request_reviews_enforcement_level: 'non_admins',
  required_status_checks_enforcement_level: 'off',
  ...Object.fromEntries(BRANCH_URLS.map((name) => [name, [`${LAB}/alice`]])),
  required_status_checks: [],
};

/** Archive format 2.4, 2.5, 2.17, 2.18, 2.20 and 2.21. */
export const REPOSITORY_PROMISES = {
  repository: {
    required: ['url', 'name'],
    fields: {
      ...EVERY_RECORD,
      name: FULL_TEXT,
      ...each(
        OPTIONAL_TEXT,
        'owner',
        'slug',
        'description',
        'website',
        'git_url',
        'wiki_url',
        'default_branch',
      ),
      ...each(FLAG, 'private', 'has_issues', 'has_wiki', 'has_downloads', 'is_archived'),
      labels: listOf(
        itemWith(
          {
            url: FULL_TEXT,
            name: ANY_TEXT,
            ...each(OPTIONAL_TEXT, 'type', 'color', 'description'),
            created_at: OPTIONAL_TIME,
          },
          ['url', 'name'],
        ),
      ),
      collaborators: listOf(itemWith(each(OPTIONAL_TEXT, 'user', 'permission'))),
      created_at: OPTIONAL_TIME,
      webhooks: WEBHOOKS,
      page: objectWith({
        ...each(OPTIONAL_TEXT, ...PAGE_TEXTS),
        ...each(FLAG, 'https_redirect', 'is_public'),
      }),
      public_keys: listOf(
        itemWith({
          ...each(OPTIONAL_TEXT, 'title', 'key', 'fingerprint'),
          read_only: FLAG,
          created_at: OPTIONAL_TIME,
        }),
      ),
      repository_topics: listOf(
        itemWith(
          {
            topic_name: ANY_TEXT,
            ...each(OPTIONAL_TEXT, 'topic_url', 'repository', 'creator', 'state'),
            ...each(OPTIONAL_TIME, 'created_at', 'updated_at'),
          },
          ['topic_name'],
        ),
      ),
      security_and_analysis: objectWith(each(FLAG, ...ANALYSES)),
      autolinks: ANY_LIST,
      general_settings: objectWith(each(FLAG, ...SETTINGS_2022, 'projects')),
      actions_general_settings: objectWith({ ...each(FLAG, ...ACTIONS), patterns: listOf(ANY_TEXT) }),
    },
    generations: {
      '2019': REPOSITORY_2019,
      '2022': REPOSITORY_2022,
      '2023 and later': {
        ...REPOSITORY_2022,
        is_archived: false,
        general_settings: { ...flags(SETTINGS_2022), projects: true },
      },
      'gl-exporter': {
        type: 'repository',
        url: LAB_GARDEN,
        owner: null,
        name: 'Garden',
        description: '',
        website: null,
        private: true,
        has_issues: true,
        has_wiki: true,
        has_downloads: false,
        labels: [
          {
            type: 'label',
            url: `${LAB_GARDEN}/labels#/New+Feature`,
            name: 'New Feature',
            color: 'd73a4a',
            created_at: AT_WITH_BLANKS,
          },
        ],
        collaborators: [],
        created_at: AT_OF_GITLAB,
        git_url: 'tarball://root/repositories/group/garden.git',
        default_branch: 'main',
        webhooks: [],
      },
      'gh-bbc-exporter': { ...REPOSITORY_2019, slug: 'garden' },
    },
  },
  milestone: {
    required: ['url', 'repository', 'title'],
    fields: {
      ...EVERY_RECORD,
      repository: FULL_TEXT,
      title: ANY_TEXT,
      ...each(OPTIONAL_TEXT, 'user', 'description'),
      state: STATE,
      ...each(OPTIONAL_TIME, 'due_on', 'created_at', 'updated_at', 'closed_at'),
    },
    generations: {
      '2019 and later': MILESTONE_2019,
      'a writer with titles in its URLs': { ...MILESTONE_2019, url: `${GARDEN}/milestones/First%20steps` },
      'gl-exporter': {
        type: 'milestone',
        url: `${LAB_GARDEN}/milestones/1`,
        repository: LAB_GARDEN,
        user: `${LAB}/alice`,
        title: 'Spring',
        description: null,
        state: 'open',
        due_on: null,
        created_at: AT_OF_GITLAB,
      },
    },
  },
  release: {
    required: ['url', 'repository', 'tag_name'],
    fields: {
      ...EVERY_RECORD,
      repository: FULL_TEXT,
      tag_name: ANY_TEXT,
      ...each(OPTIONAL_TEXT, 'user', 'name', 'body', 'state', 'pending_tag', 'target_commitish'),
      prerelease: FLAG,
      release_assets: listOf(
        itemWith({
          ...each(OPTIONAL_TEXT, 'type', 'url', 'user', 'asset_name', 'asset_content_type', 'asset_url'),
          created_at: OPTIONAL_TIME,
        }),
      ),
      reactions: REACTIONS,
      ...each(OPTIONAL_TIME, 'published_at', 'created_at'),
    },
    generations: {
      '2022': RELEASE_2022,
      '2022, a draft': {
        ...RELEASE_2022,
        url: `${GARDEN}/releases/tag/untagged-0123`,
        state: 'draft',
        published_at: null,
      },
      '2023 and later': {
        ...RELEASE_2022,
        reactions: [{ ...REACTION, subject_type: 'Release', created_at: AT }],
        release_assets: [
          {
            user: ALICE,
            asset_name: 'a.zip',
            asset_content_type: 'application/zip',
            asset_url: 'tarball://root/releases/7/a.zip',
            created_at: AT,
          },
        ],
      },
    },
  },
  protected_branch: {
    required: ['url', 'name', 'repository_url'],
    fields: {
      ...EVERY_RECORD,
      name: ANY_TEXT,
      creator_url: OPTIONAL_TEXT,
      repository_url: FULL_TEXT,
      ...each(FLAG, ...BRANCH_FLAGS, ...NEWER_BRANCH_FLAGS),
      ...each(
        LOOSE_NUMBER,
        'block_deletions_enforcement_level',
        'block_force_pushes_enforcement_level',
        'pull_request_reviews_enforcement_level',
        'required_status_checks_enforcement_level',
        'required_approving_review_count',
      ),
      ...each(URLS, ...BRANCH_URLS),
      required_status_checks: ANY_LIST,
    },
    generations: {
      'gl-exporter': { ...BRANCH_OF_BITBUCKET, creator_url: `${LAB}/alice` },
      'bbs-exporter': BRANCH_OF_BITBUCKET,
      '2022 and later': {
        ...BRANCH_OF_BITBUCKET,
        url: `${GARDEN}/settings/branches/main`,
        creator_url: ALICE,
        repository_url: GARDEN,
        ...flags(NEWER_BRANCH_FLAGS),
        required_approving_review_count: 2,
      },
    },
  },
  project: {
    required: [],
    fields: {
      ...EVERY_RECORD,
      ...each(
        ANYTHING,
        'repository',
        'creator',
        'name',
        'body',
        'state',
        'columns',
        'created_at',
        'updated_at',
      ),
    },
    generations: { '2020, whose fields nobody knows': { type: 'project', url: `${GARDEN}/projects/1` } },
  },
  base: {
    required: [],
    fields: { ...EVERY_RECORD, ...each(ANYTHING, 'repository', 'ref', 'sha', 'updated_at') },
    generations: { 'any year, as nobody has seen one': { type: 'base', url: `${GARDEN}/bases/1` } },
  },
} as const satisfies Record<string, RecordPromise>;
