import { type Random, shuffle } from '../../../base/random.ts';
import { SIDE_PROJECTS, THEMES, type Theme } from '../text/themes.table.ts';
import { DAY_MS } from '../timestamps.ts';

/** A repository without content. */
export interface RepositoryPlan {
  readonly name: string;
  readonly theme: Theme;
  readonly ownerType: 'User' | 'Organization';
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  readonly isEmpty: boolean;
  readonly hasWiki: boolean;
  readonly hasDiscussions: boolean;
  readonly isProtected: boolean;
  readonly defaultBranch: string;
  readonly beginMs: number;
  /** The current time, or the time at which the repository was archived. */
  readonly endMs: number;
  /** Issues and pull requests. */
  readonly threadCount: number;
  /** Default: the description of the theme. */
  readonly description?: string | null;
  readonly topics?: readonly string[];
}

interface RepositoriesOptions {
  readonly count: number;
  /** Issues and pull requests per repository, on average. */
  readonly averageThreads: number;
  readonly beginMs: number;
  readonly nowMs: number;
  readonly random: Random;
  /** The given parts of the first ones. */
  readonly outlines?: readonly Partial<RepositoryPlan>[];
}

type Traits = Omit<
  RepositoryPlan,
  'beginMs' | 'description' | 'endMs' | 'name' | 'theme' | 'threadCount' | 'topics'
> & {
  /** The relative number of threads. */
  readonly weight: number;
};

const ORDINARY: Traits = {
  weight: 1,
  ownerType: 'User',
  isPrivate: false,
  isArchived: false,
  isEmpty: false,
  hasWiki: false,
  hasDiscussions: false,
  isProtected: false,
  defaultBranch: 'main',
};

/** The first repositories, which cover what makes archives differ. */
const FIRST_TRAITS: readonly Traits[] = [
  { ...ORDINARY, weight: 1.6, hasWiki: true },
  { ...ORDINARY, weight: 2, ownerType: 'Organization', hasDiscussions: true, isProtected: true },
  { ...ORDINARY, weight: 0, isEmpty: true },
  { ...ORDINARY, weight: 0.6, isPrivate: true },
  { ...ORDINARY, weight: 0.8, ownerType: 'Organization', isArchived: true, defaultBranch: 'master' },
];

/** Plans the repositories of the account and of the organization; together they have the requested number of threads. */
export function planRepositories(options: RepositoriesOptions): readonly RepositoryPlan[] {
  const { count, random, outlines = [] } = options;
  const traits = Array.from({ length: count }, (_, index) => ({
    ...(FIRST_TRAITS[index] ?? pickTraits(random)),
    // A repository of the outline is an ordinary one otherwise.
    ...(outlines[index] === undefined ? {} : { ...ORDINARY, ...outlines[index] }),
  }));
  const threadCounts = shareOut(
    count * options.averageThreads,
    traits.map((trait) => trait.weight),
  );
  const taken = new Set(outlines.map(({ name }) => name?.toLowerCase()));
  const names = pickNames(count + taken.size, random).filter(([name]) => !taken.has(name));
  return traits.map(({ weight: _, ...trait }, index): RepositoryPlan => {
    const [name, theme] = names[index] ?? [`project-${index}`, random.pick(THEMES)];
    const spanMs = options.nowMs - options.beginMs;
    const beginMs = options.beginMs + Math.floor(spanMs * (index === 0 ? 0 : random.next() * 0.3));
    const endMs = trait.isArchived
      ? beginMs + Math.floor((options.nowMs - beginMs) * 0.7)
      : options.nowMs - random.integer(0, DAY_MS);
    return { name, theme, beginMs, endMs, threadCount: threadCounts[index] ?? 0, ...trait };
  });
}

function pickTraits(random: Random): Traits {
  const isPrivate = random.chance(0.2);
  return {
    ...ORDINARY,
    weight: 0.4 + random.next() * 1.2,
    ownerType: random.chance(0.5) ? 'Organization' : 'User',
    isPrivate,
    isArchived: random.chance(0.1),
    hasWiki: !isPrivate && random.chance(0.2),
    hasDiscussions: random.chance(0.2),
    isProtected: random.chance(0.4),
    defaultBranch: random.chance(0.15) ? 'master' : 'main',
  };
}

/** Unique names: first the themes, then their side projects. */
function pickNames(count: number, random: Random): readonly (readonly [string, Theme])[] {
  const themes = shuffle(THEMES, random);
  const main = themes.map((theme) => [theme.name, theme] as const);
  const side = SIDE_PROJECTS.flatMap((suffix) =>
    themes.map((theme) => [`${theme.name}-${suffix}`, theme] as const),
  );
  const more = Array.from({ length: Math.max(0, count - main.length - side.length) }, (_, index) => {
    const theme = random.pick(themes);
    return [`${theme.name}-${index + 2}`, theme] as const;
  });
  return [...main, ...side, ...more].slice(0, count);
}

/** Whole shares of a total in proportion to the weights; the largest includes the rest. */
function shareOut(total: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((left, right) => left + right, 0);
  const shares = weights.map((weight) => (sum === 0 ? 0 : Math.floor((total * weight) / sum)));
  const largest = weights.indexOf(Math.max(...weights));
  const rest = total - shares.reduce((left, right) => left + right, 0);
  return shares.map((share, index) => (index === largest && sum > 0 ? share + rest : share));
}
