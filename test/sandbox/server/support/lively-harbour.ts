import type { DialectName } from '../../../../src/model/dialects.table.ts';
import { createWorld } from '../../../../src/sandbox/world/create-world.ts';
import type { World } from '../../../../src/sandbox/world/world.ts';
import { type Harbour, openHarbour, START_MS } from './harbour.ts';

const worlds = new Map<DialectName, World>();

/** A world in which much happened lately: events, notifications and alerts of every kind. It is made once. */
export function createLivelyWorld(dialect: DialectName): World {
  const options = { seed: 'lively', dialect, nowMs: START_MS, repositories: 5, issues: 60, years: 1 };
  const world = worlds.get(dialect) ?? createWorld(options);
  worlds.set(dialect, world);
  return world;
}

export interface LivelyHarbour extends Harbour {
  readonly world: World;
  /** Owner's login, organization, and so on, as the sandbox says them. */
  readonly ready: Harbour['sandbox']['ready'];
}

/** Starts it; further tokens come with the options. */
export async function openLivelyHarbour(
  dialect: DialectName = 'service',
  options: Parameters<typeof openHarbour>[0] = {},
): Promise<LivelyHarbour> {
  const world = options.world ?? createLivelyWorld(dialect);
  const harbour = await openHarbour({ ...options, dialect, world });
  return { ...harbour, world, ready: harbour.sandbox.ready };
}
