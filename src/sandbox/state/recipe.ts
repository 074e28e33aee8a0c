import { Failure } from '../../base/index.ts';
import type { SandboxOptions } from '../server/sandbox-options.ts';
import type { StateFile } from './state-file.ts';

/** The default seed. */
export const DEFAULT_SEED = 'satchel';

interface Origin {
  /** The current time of the world when it was created. */
  readonly originMs: number;
  /** How often a sandbox was restarted from the same state; 0 for a new one. */
  readonly restarts: number;
}

/** Options that always give the same world. */
export type SettledOptions = SandboxOptions & Origin & { readonly seed: string };

/** The options that define a world: they cannot change once there is state. */
const INGREDIENTS = ['dialect', 'seed', 'repositories', 'issues', 'years', 'scenario'] as const;

type Recipe = Pick<SandboxOptions, (typeof INGREDIENTS)[number]> & Origin;

/**
 * Merges the options with those of the state, if there is one. Fails with `usage` where an option contradicts the state.
 */
export function settleOptions(options: SandboxOptions, stateFile: StateFile): SettledOptions {
  const kept = stateFile.read<Recipe>('recipe');
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
  stateFile.write('recipe', Object.fromEntries(remembered.map((name) => [name, settled[name]])));
  return settled;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
