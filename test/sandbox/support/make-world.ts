import { createWorld, type WorldOptions } from '../../../src/sandbox/world/create-world.ts';
import type { World } from '../../../src/sandbox/world/world.ts';

/** A moment that tests take for the present. */
export const NOW_MS = Date.UTC(2026, 5, 1);

/** A world with everything in it, unless the options say otherwise. */
export function makeWorld(options: Partial<WorldOptions> = {}): World {
  return createWorld({ seed: 'harbour', dialect: 'service', nowMs: NOW_MS, ...options });
}

/** `owner/name` of all repositories of a world. */
export function repositoryNames(world: World): readonly string[] {
  return world.contents.map((content) => content.repository);
}
