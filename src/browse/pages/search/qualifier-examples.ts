import { isOwnedBy } from '../../../model/accounts.ts';
import { withTerm } from '../../show/search-terms.ts';
import type { Sources } from '../../sources.ts';

/** A repository has most of what is looked for; at most this many others are asked for the rest. */
const MAX_ASKED = 10;

/** For each qualifier that pages of this store can have, a search that finds some. */
export async function qualifierExamples(store: Sources['store']): Promise<Readonly<Record<string, string>>> {
  const [latest] = store.latest({ limit: 1, repos: undefined });
  const names = store.repositoryNames();
  const repos = [...new Set([...(latest?.repo == null ? [] : [latest.repo]), ...names])].slice(0, MAX_ASKED);
  const [repo] = repos;
  if (repo === undefined) {
    return {};
  }
  const values = await commonValues(store, repos);
  const counts = repos.map((name) => store.repository(name).counts);
  const word = latest?.title?.match(/\p{L}{5,}/gu)?.[0]?.toLowerCase();
  const state = values.state === undefined ? undefined : values.state === 'merged' ? 'closed' : values.state;
  const ownerOfKind = (isOrganization: boolean) =>
    store
      .allOwners()
      .find(
        (login) =>
          (store.account(login)?.kind === 'organization') === isOrganization &&
          names.some((name) => isOwnedBy(name, [login])),
      );
  const terms: Record<string, string | undefined> = {
    is: counts.some(({ mergedPullRequests }) => mergedPullRequests > 0) ? 'is:pr is:merged' : undefined,
    type: counts.some(({ releases }) => releases > 0) ? 'type:release' : 'type:repository',
    state: valued('state', state),
    author: valued('author', values.author),
    assignee: valued('assignee', values.assignee),
    label: valued('label', values.label),
    milestone: valued('milestone', values.milestone),
    no: values.state === undefined ? undefined : 'no:assignee',
    repo: valued('repo', repo),
    org: valued('org', ownerOfKind(true)),
    user: valued('user', ownerOfKind(false)),
    in: word === undefined ? undefined : `in:title ${word}`,
    created: valued('created', values.year),
    sort: word === undefined ? undefined : `sort:created ${word}`,
  };
  return Object.fromEntries(
    Object.entries(terms).flatMap(([name, term]) => (term === undefined ? [] : [[name, term]])),
  );
}

function valued(name: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : withTerm('', name, value).trim();
}

type Facet = Awaited<ReturnType<Sources['store']['facets']>>['facets'][number];
type Values = Partial<Record<Facet['name'], string>>;

/** A value of each property of threads: the most frequent one in the first repository that has any. */
async function commonValues(store: Sources['store'], repos: readonly string[]): Promise<Values> {
  const values: Values = {};
  for (const repo of repos) {
    for (const kind of ['issue', 'pull_request'] as const) {
      const { facets } = await store.facets({ kind, repo, search: '', nowMs: 0 });
      for (const {
        name,
        values: [first],
      } of facets) {
        if (first !== undefined) {
          values[name] ??= first.value;
        }
      }
    }
  }
  return values;
}
