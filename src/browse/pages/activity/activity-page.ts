import { html } from 'hono/html';
import { isUnreadable } from '../../../git/ask-git.ts';
import type { CommitMonth } from '../../../git/commit-month.ts';
import { isOwnedBy } from '../../../model/accounts.ts';
import { Failure } from '../../../model/failure.ts';
import type { ActivityScope } from '../../../reading/read-activity.ts';
import { type ActivityBar, type ActivityRows, activityPictures } from '../../activity/activity-pictures.ts';
import type { Frame } from '../../frame.ts';
import { type Answering, definePage, type PageRequest, type Place, requireRepo } from '../../page.ts';
import { repositoryPath, withQuery } from '../../paths.ts';
import { quotedTerm } from '../../show/search-terms.ts';
import type { Sources } from '../../sources.ts';
import { openPlaceIn } from '../code/code-place.ts';

interface ActivityFacts {
  readonly scope: Pick<ActivityScope, 'of' | 'name'>;
  readonly pictures: ActivityRows;
  /** Of the default branch; empty without git data, and of anything but a repository. */
  readonly commits: readonly CommitMonth[];
}

/** Activity charts of the whole store, or of the owners that the reader is narrowed to. */
export const activity = activityPage(({ store }) =>
  store.owners.length === 0
    ? { of: 'everything', name: '' }
    : { of: 'owner', name: store.owners.join(', '), repos: store.repositoryNames() },
);

/** Activity charts of a repository. */
export const repositoryActivity = activityPage((sources, { params }) => ({
  of: 'repo',
  name: requireRepo(sources.store, params),
}));

/** Activity charts of an owner's repositories. */
export const ownerActivity = activityPage((sources, request) => {
  const name = requireLogin(sources, request);
  const repos = sources.store.allRepositoryNames().filter((repo) => isOwnedBy(repo, [name]));
  return { of: 'owner', name, repos };
});

/** Activity charts of a person. */
export const personActivity = activityPage((sources, request) => ({
  of: 'person',
  name: requireLogin(sources, request),
}));

function activityPage(scopeOf: (sources: Sources, request: PageRequest) => ActivityScope): Answering {
  return definePage<ActivityFacts>({
    async read(sources, request) {
      const scope = scopeOf(sources, request);
      const found = await sources.store.activity(scope, request.signal);
      const commits = scope.of === 'repo' ? await readCommitMonths(sources, scope.name) : [];
      return { scope: { of: scope.of, name: scope.name }, pictures: Object.fromEntries(found), commits };
    },
    show: ({ scope, pictures, commits }, frame) => ({
      title: titleOf(scope),
      place: placeOf(scope),
      main: html`<h1>${titleOf(scope)}</h1>
<p class="hint">${scope.of === 'person' ? `What ${scope.name} opened, wrote and reviewed${frame.owners.length === 0 ? '' : ' in the repositories of all owners'}, counted` : 'Counted'} from this archive only, with months in UTC. The numbers of a chart are below it<span class="for-keys">, and appear where you point at it</span>.</p>
${activityPictures({ activity: pictures, commits, hrefOf: (bar) => pageOf(bar, scope, frame) })}`,
      width: 'wide',
    }),
  });
}

async function readCommitMonths(sources: Sources, repo: string): Promise<readonly CommitMonth[]> {
  try {
    const { git, place } = await openPlaceIn(sources, repo, '');
    return await git.countMonths(place.commit);
  } catch (error) {
    if (isUnreadable(error) || (error instanceof Failure && error.code === 'absent')) {
      return []; // The page of the repository says why.
    }
    throw error;
  }
}

function requireLogin({ store }: Sources, { params }: PageRequest): string {
  const login = params['login'] ?? '';
  const isKnown = store.hasAccount(login) || store.allOwners().some((owner) => isOwnedBy(owner, [login]));
  if (!isKnown) {
    throw new Failure('absent', `Cannot find "${login}": the store has no account with this name`);
  }
  return login;
}

/** The page of a person or repository, and the threads with a label. */
function pageOf(
  { part, label, countOf }: ActivityBar,
  { of, name }: ActivityFacts['scope'],
  { links }: Frame,
): string | undefined {
  switch (part) {
    case 'contributors':
      return links.account(label);
    case 'repositories':
      return links.repository(label);
    case 'labels': {
      const term = quotedTerm('label', label);
      const list = countOf('issues') > 0 ? 'issues' : 'pulls';
      return of === 'repo'
        ? withQuery(`${repositoryPath(name)}/${list}`, { q: term })
        : withQuery('/-/search', { q: `${term}${OF_SCOPE[of](name)}` });
    }
    default:
      return undefined;
  }
}

/** What a search adds for a scope. One that is narrowed to several owners finds nothing else anyway. */
const OF_SCOPE: Readonly<Record<Exclude<ActivityScope['of'], 'repo'>, (name: string) => string>> = {
  everything: () => '',
  owner: (name) => (name.includes(', ') ? '' : ` user:${name}`),
  person: (name) => ` author:${name}`,
};

function titleOf({ of, name }: ActivityFacts['scope']): string {
  switch (of) {
    case 'everything':
      return 'Activity';
    case 'repo':
      return `Activity of ${name}`;
    case 'owner':
      return `Activity in the repositories of ${name}`;
    case 'person':
      return `Activity of ${name}`;
  }
}

function placeOf({ of, name }: ActivityFacts['scope']): Place {
  return of === 'repo' ? { repo: name, tab: 'activity' } : of === 'everything' ? {} : { owner: name };
}
