import type { MigrationOwner } from './migrations.ts';

/**
 * A fact that a captured record itself does not contain, by the column of its table: the feed of an event, the organization
 * of a budget, or the `owner/name` of an alert that was listed for one repository.
 */
export type CaptureContext = Readonly<Partial<Record<'feed' | 'org' | 'repo', string>>>;

interface CaptureKind {
  /** One and several of them in messages, if not by the name of the kind. */
  readonly nouns?: readonly [one: string, several: string];
  readonly words: string;
  /** The only type of owner that has them; both by default. */
  readonly owner?: MigrationOwner['type'];
  readonly context?: keyof CaptureContext;
  /** The column with the owner, if its rows do not belong to a repository. */
  readonly ownerColumn?: string;
  /** The most relevant rows first, as SQL. */
  readonly order: string;
}

/** The severities of alerts, the worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

/** The kinds of records that are captured from the service, because archives do not contain them. */
const KINDS = {
  events: {
    words: 'Activity feeds, of which the service keeps 30 days.',
    context: 'feed',
    order: 'created_at DESC, id DESC',
  },
  notifications: {
    words: 'The inbox of the account.',
    order: 'updated_at DESC, id',
  },
  alerts: {
    words: 'Dependencies with known vulnerabilities.',
    context: 'repo',
    order: `state = 'open' DESC, CASE severity ${SEVERITIES.map((name, rank) => `WHEN '${name}' THEN ${rank}`).join(' ')} ELSE ${SEVERITIES.length} END, max(created_at) OVER (PARTITION BY state = 'open', severity, ghsa_id) DESC, ghsa_id, created_at DESC, repo, number`,
  },
  budgets: {
    words: 'The spending limits of organizations.',
    owner: 'organization',
    context: 'org',
    ownerColumn: 'org',
    order: 'org, type, scope, entity_name',
  },
  gists: {
    words: 'The gists of the account, public and secret.',
    owner: 'user',
    ownerColumn: 'owner',
    order: 'updated_at DESC, id',
  },
  stars: {
    nouns: ['starred repository', 'starred repositories'],
    words: 'The repositories that the account has starred.',
    owner: 'user',
    order: 'starred_at DESC, repo',
  },
} as const satisfies Record<CaptureName, CaptureKind>;

/** What a backup can read from the service besides archives. */
export type CaptureName = 'events' | 'notifications' | 'alerts' | 'budgets' | 'gists' | 'stars';

export const CAPTURES: Readonly<Record<CaptureName, CaptureKind>> = KINDS;

export const CAPTURE_NAMES = Object.keys(KINDS) as readonly CaptureName[]; // The keys of a constant.

/** Names the types of owners in messages. */
export const OWNER_TITLES = { organization: 'organizations', user: 'personal accounts' } as const;
