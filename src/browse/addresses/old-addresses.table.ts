import { DIALECTS } from '../../model/dialects.table.ts';

/** An address pattern of the service whose page has a different address in the reader. */
interface OldAddress {
  /** A pattern as in the table of pages. */
  readonly path: string;
  /** Returns the location of the page. Parameters are decoded, so they must be inserted through `segments`. */
  readonly lead: (parts: Readonly<Record<string, string>>, query: URLSearchParams) => Lead;
}

interface Lead {
  readonly segments: readonly (string | undefined)[];
  readonly query?: Readonly<Record<string, string | undefined>>;
}

const REPO = '/:owner/:repo';

const inRepo =
  (...rest: readonly string[]): OldAddress['lead'] =>
  (parts) => ({
    segments: [
      parts['owner'],
      parts['repo'],
      ...rest.map((part) => (part.startsWith(':') ? parts[part.slice(1)] : part)),
    ],
  });

const listOf =
  (list: string, qualifier: string): OldAddress['lead'] =>
  ({ owner, repo, login }) => ({ segments: [owner, repo, list], query: { q: `${qualifier}:${login}` } });

const alerts: OldAddress['lead'] = ({ owner, repo, number: alert }) => ({
  segments: ['-', 'captures', 'alerts'],
  query: { repo: `${owner}/${repo}`, alert },
});

/** The names of the tool that finds vulnerable dependencies, in addresses. */
const TOOL = `(${Object.values(DIALECTS)
  .map(({ alertTool }) => alertTool)
  .join('|')})`;

const accountOf: OldAddress['lead'] = ({ owner }) => ({ segments: [owner] });

/** Addresses of the service that differ in the reader. The first matching row determines the redirect. */
export const OLD_ADDRESSES: readonly OldAddress[] = [
  { path: '/orgs/:owner', lead: accountOf },
  { path: '/orgs/:owner/(repositories|dashboard)', lead: accountOf },
  { path: '/orgs/:owner/members', lead: ({ owner }) => ({ segments: ['orgs', owner, 'people'] }) },
  { path: '/users/:owner', lead: accountOf },
  {
    path: '/:list(issues|pulls)',
    lead: ({ list }) => globalSearch(list === 'issues' ? 'type:issue' : 'type:pr'),
  },
  { path: '/search', lead: (_, query) => globalSearch(query.get('q') ?? '') },
  {
    path: `${REPO}/search`,
    lead: ({ owner, repo }, query) =>
      globalSearch(
        `repo:${owner}/${repo}${query.get('type') === 'code' ? ' type:code' : ''} ${query.get('q') ?? ''}`,
      ),
  },
  { path: `${REPO}[.]git`, lead: inRepo() },
  {
    path: `${REPO}/-/*rest`,
    lead: ({ owner, repo, rest = '' }) => ({ segments: [owner, repo, ...rest.split('/')] }),
  },
  { path: `${REPO}/(merge_requests|pull-requests)`, lead: inRepo('pulls') },
  { path: `${REPO}/(merge_requests|pull-requests|pulls)/:number(\\d+)`, lead: inRepo('pull', ':number') },
  { path: `${REPO}/(merge_requests|pull-requests)/:number(\\d+)/overview`, lead: inRepo('pull', ':number') },
  {
    path: `${REPO}/(merge_requests|pull-requests)/:number(\\d+)/diffs?`,
    lead: inRepo('pull', ':number', 'files'),
  },
  {
    path: `${REPO}/(merge_requests|pull-requests)/:number(\\d+)/commits`,
    lead: inRepo('pull', ':number', 'commits'),
  },
  {
    path: `${REPO}/pull/:number(\\d+)/(commits|changes)/:sha([0-9a-fA-F]{4,64})`,
    lead: inRepo('commit', ':sha'),
  },
  { path: `${REPO}/pull/:number(\\d+)/(changes|files/*range)`, lead: inRepo('pull', ':number', 'files') },
  { path: `${REPO}/pull/:number(\\d+)/(checks|conflicts)`, lead: inRepo('pull', ':number') },
  { path: `${REPO}/commit/:sha([0-9a-fA-F]{4,64})/*more`, lead: inRepo('commit', ':sha') },
  { path: `${REPO}/issues/new(/choose)?`, lead: inRepo('issues') },
  { path: `${REPO}/issues/created_by/:login`, lead: listOf('issues', 'author') },
  { path: `${REPO}/issues/assigned/:login`, lead: listOf('issues', 'assignee') },
  { path: `${REPO}/issues/mentioned/:login`, lead: listOf('issues', 'mentions') },
  { path: `${REPO}/pulls/assigned/:login`, lead: listOf('pulls', 'assignee') },
  { path: `${REPO}/pulls/:login`, lead: listOf('pulls', 'author') },
  { path: `${REPO}/branches/(all|active|stale|yours)`, lead: inRepo('branches') },
  {
    path: `${REPO}/edit/*rest`,
    lead: ({ owner, repo, rest = '' }) => ({ segments: [owner, repo, 'blob', ...rest.split('/')] }),
  },
  {
    path: `${REPO}/(graphs|network|activity|community|contributors|insights|pulse/*span)`,
    lead: inRepo('pulse'),
  },
  { path: `${REPO}/(graphs|network)/*span`, lead: inRepo('pulse') },
  { path: `${REPO}/milestone/:number(\\d+)`, lead: inRepo('milestones', ':number') },
  { path: `${REPO}/discussions/categories/*name`, lead: inRepo('discussions') },
  { path: `${REPO}/projects/*number`, lead: inRepo('projects') },
  { path: `${REPO}/wiki/_(pages|new)`, lead: inRepo('wiki') },
  { path: `${REPO}/wiki/:page/_(history|edit)`, lead: inRepo('wiki', ':page') },
  { path: `${REPO}/releases/expanded_assets/:tag`, lead: inRepo('releases', 'tag', ':tag') },
  { path: `${REPO}/(security/${TOOL}|${TOOL}/alerts)/:number(\\d+)`, lead: alerts },
  { path: `${REPO}/(security(/${TOOL})?|${TOOL}/alerts)`, lead: alerts },
];

function globalSearch(q: string): Lead {
  return { segments: ['-', 'search'], query: { q } };
}
