import { invariant } from '../../../base/failure.ts';
import { createSeededRandom } from '../../../base/random.ts';
import type { Accounts } from '../people/create-accounts.ts';
import { createIdSource, type IdSource, pickSome } from '../random-picks.ts';
import type { RepositoryContent, Star } from '../repository-content.ts';
import { DAY_MS, formatSeconds, SECOND_MS } from '../timestamps.ts';
import { fullNameOf, type Repository, type World } from '../world.ts';
import { createContent, outlineRepository, summarizeWork, type WorkSummary } from './create-content.ts';
import { createCollaborators } from './create-settings.ts';
import type { RepositoryPlan } from './plan-repositories.ts';
import { createProject, ownerOf } from './project.ts';

interface Origin extends Required<Pick<World, 'idShares' | 'nowMs' | 'seed' | 'webUrl'>> {
  readonly ids: IdSource;
}

/**
 * The repositories of some plans. Their names and settings are known at once; their work is made when it is asked for, and
 * is the same whatever was asked for before.
 */
export function prepareRepositories(
  plans: readonly RepositoryPlan[],
  { ids, idShares, ...origin }: Origin,
  accounts: Accounts,
): { readonly repositories: readonly Repository[]; readonly contents: readonly RepositoryContent[] } {
  const isApart = idShares > 1;
  const numbers = plans.map(({ beginMs }) => ids('repository', beginMs));
  const make = (place: number): MadeRepository => {
    const [plan, id] = [plans[place], numbers[place]];
    invariant(plan !== undefined && id !== undefined, 'only planned repositories are made');
    const own = isApart ? createIdSource({ first: place, step: idShares }) : ids;
    const project = createProject(plan, { ...origin, ids: own }, accounts);
    const content = createContent(project);
    const work = summarizeWork(project, content);
    const stars = recentStars({ id, stars: work.stars }, accounts, origin);
    return { work, content: { ...content, stars } };
  };
  const shelf = isApart ? new Shelf(make, (place) => weightOf(plans[place])) : new Row(make);
  const repositories = plans.map((plan, place): Repository => {
    let work: WorkSummary | undefined;
    const outline = outlineRepository(plan, { id: numbers[place] ?? 0, owner: ownerOf(plan, accounts) });
    return withFields(outline, WORK_FIELDS, () => {
      work ??= shelf.take(place).work;
      return work;
    });
  });
  const contents = plans.map((plan, place): RepositoryContent => {
    let collaborators: RepositoryContent['collaborators'] | undefined;
    const { name, isEmpty, hasDiscussions } = plan;
    const repository = fullNameOf({ owner: ownerOf(plan, accounts), name });
    const listed = withFields({ repository, isEmpty, hasDiscussions }, ['collaborators'], () => {
      collaborators ??= createCollaborators(createProject(plan, { ...origin, ids }, accounts));
      return { collaborators };
    });
    return withFields(listed, CONTENT_FIELDS, () => shelf.take(place).content);
  });
  return { repositories, contents };
}

interface MadeRepository {
  readonly work: WorkSummary;
  readonly content: RepositoryContent;
}

/** Repositories that share their ids are made in their order, and kept. */
class Row {
  readonly #made: MadeRepository[] = [];
  readonly #make: (place: number) => MadeRepository;

  constructor(make: (place: number) => MadeRepository) {
    this.#make = make;
  }

  take(place: number): MadeRepository {
    while (this.#made.length <= place) {
      this.#made.push(this.#make(this.#made.length));
    }
    const made = this.#made[place];
    invariant(made !== undefined, 'it was made');
    return made;
  }
}

/** How much work is kept: as much as this many threads, which are some hundred megabytes. */
const MAX_KEPT_WEIGHT = 5_000;

/** The files of a repository weigh as much as some threads. */
const FILES_WEIGHT = 10;

function weightOf(plan: RepositoryPlan | undefined): number {
  return FILES_WEIGHT + (plan?.threadCount ?? 0);
}

/** Repositories that do not depend on each other: the last ones that were asked for are kept, others are made again. */
class Shelf {
  /** The last one that was asked for comes last. */
  readonly #made = new Map<number, MadeRepository>();
  readonly #make: (place: number) => MadeRepository;
  readonly #weightOf: (place: number) => number;
  #weight = 0;

  constructor(make: (place: number) => MadeRepository, weightOfPlace: (place: number) => number) {
    this.#make = make;
    this.#weightOf = weightOfPlace;
  }

  take(place: number): MadeRepository {
    const known = this.#made.get(place);
    const made = known ?? this.#make(place);
    this.#weight += known === undefined ? this.#weightOf(place) : 0;
    this.#made.delete(place);
    for (const oldest of this.#made.keys()) {
      if (this.#weight <= MAX_KEPT_WEIGHT) {
        break;
      }
      this.#made.delete(oldest);
      this.#weight -= this.#weightOf(oldest);
    }
    this.#made.set(place, made);
    return made;
  }
}

const WORK_FIELDS = ['homepage', 'sizeKilobytes', 'stars', 'openIssues', 'updatedAt', 'pushedAt'] as const;

const CONTENT_FIELDS = [
  'labels',
  'webhooks',
  'deployKeys',
  'milestones',
  'issues',
  'pullRequests',
  'commitComments',
  'releases',
  'attachments',
  'files',
  'discussions',
  'protectedBranches',
  'stars',
  'git',
  'wiki',
] as const;

/** Adds fields that are read from a source whenever they are asked for. */
function withFields<Known extends object, Source extends object, Name extends keyof Source>(
  known: Known,
  names: readonly Name[],
  source: () => Source,
): Known & Pick<Source, Name> {
  for (const name of names) {
    Object.defineProperty(known, name, { enumerable: true, get: () => source()[name] });
  }
  return known as Known & Pick<Source, Name>; // They were added.
}

const MAX_RECENT_STARS = 12;

/** Records do not contain the dates of stars, so only a few recent ones are invented. */
function recentStars(
  { id, stars }: Pick<Repository, 'id' | 'stars'>,
  { humans }: Accounts,
  { seed, nowMs }: Pick<Origin, 'nowMs' | 'seed'>,
): readonly Star[] {
  const random = createSeededRandom(`${seed}/stars/${id}`);
  const count = Math.min(stars, random.integer(1, MAX_RECENT_STARS));
  return pickSome(humans, count, random).map(({ login }) => ({
    login,
    starredAt: formatSeconds(nowMs - random.integer(60, (30 * DAY_MS) / SECOND_MS) * SECOND_MS),
  }));
}
