export type FeedParameter = 'org' | 'repository' | 'username';

interface FeedRow {
  readonly route: string;
  readonly parameters: readonly FeedParameter[];
  readonly says: string;
}

/** The nine feeds of activity events (specification 4.3), by their names in our commands. */
export const FEEDS = {
  public: { route: '/events', parameters: [], says: 'everything public' },
  network: {
    route: '/networks/{owner}/{repo}/events',
    parameters: ['repository'],
    says: 'public events of a repository and its forks',
  },
  organization: {
    route: '/orgs/{org}/events',
    parameters: ['org'],
    says: 'public events of an organization',
  },
  repository: {
    route: '/repos/{owner}/{repo}/events',
    parameters: ['repository'],
    says: 'events of a repository',
  },
  user: {
    route: '/users/{username}/events',
    parameters: ['username'],
    says: 'what a user does; private events only for your own account',
  },
  'user-organization': {
    route: '/users/{username}/events/orgs/{org}',
    parameters: ['username', 'org'],
    says: 'the dashboard of an organization, only for your own account',
  },
  'user-public': {
    route: '/users/{username}/events/public',
    parameters: ['username'],
    says: 'what a user does in public',
  },
  received: {
    route: '/users/{username}/received_events',
    parameters: ['username'],
    says: 'what a user watches and follows; private events only for your own account',
  },
  'received-public': {
    route: '/users/{username}/received_events/public',
    parameters: ['username'],
    says: 'what a user watches and follows, public events only',
  },
} as const satisfies Record<FeedName, FeedRow>;

/** The feeds of the service's events; `received` is what a user watches and follows. */
export type FeedName =
  | 'public'
  | 'network'
  | 'organization'
  | 'repository'
  | 'user'
  | 'user-organization'
  | 'user-public'
  | 'received'
  | 'received-public';
