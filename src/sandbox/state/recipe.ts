import { Failure } from '../../base/index.ts';
import type { SandboxOptions } from '../server/sandbox-options.ts';
import type { Keeper } from './state-file.ts';

/** The default seed. */
export const DEFAULT_SEED = 'satchel';

/** Options from which the same world comes every time. */
export type SettledOptions = SandboxOptions & {
  readonly seed: string;
  /** The present of the world when it was made. */
  readonly originMs: number;
  /** How often a sandbox was started from the same state; 0 for a new one. */
  readonly restarts: number;
};

/** What a world is made from: it cannot change once there is state. */
const INGREDIENTS = ['dialect', 'seed', 'repositories', 'issues', 'years', 'scenario'] as const;

type Recipe = Pick<SandboxOptions, (typeof INGREDIENTS)[number]> & {
  readonly originMs: number;
  readonly restarts: number;
};

/**
 * Settles what a world is made from: by the state where there is some, else by the options. Fails with `usage`
 * where options ask for another world than the state has.
 */
export function settleOptions(options: SandboxOptions, keeper: Keeper): SettledOptions {
  const kept = keeper.read<Recipe>('recipe');
  const other = INGREDIENTS.find(
    (name) =>
      kept !== undefined && options[name] !== undefined && textOf(options[name]) !== textOf(kept[name]),
  );
  if (kept !== undefined && other !== undefined) {
    throw new Failure(
      'usage',
      `Cannot use the state "${options.state}": its world was made with another ${other}: ${textOf(kept[other]) ?? 'none'}`,
    );
  }
  const seed = options.seed ?? options.scenario?.seed ?? DEFAULT_SEED;
  const recipe = { seed, ...options, originMs: options.clock.now(), restarts: -1, ...kept };
  const settled = { ...recipe, restarts: recipe.restarts + 1 };
  const remembered = [...INGREDIENTS, 'originMs', 'restarts'] as const;
  keeper.write('recipe', Object.fromEntries(remembered.map((name) => [name, settled[name]])));
  return settled;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
