import type { DialectName } from '../../../../src/model/index.ts';
import { createWorld, type TokenGrant, type World } from '../../../../src/sandbox/index.ts';
import { type Harbour, openHarbour, type Question, type Reply, START_MS } from './harbour.ts';

const worlds = new Map<DialectName, World>();

/** A world in which much happened lately: events, notifications and alerts of every kind. It is made once. */
export function createLivelyWorld(dialect: DialectName): World {
  const options = { seed: 'lively', dialect, nowMs: START_MS, repositories: 5, issues: 60, years: 1 };
  const world = worlds.get(dialect) ?? createWorld(options);
  worlds.set(dialect, world);
  return world;
}

type TokenName = keyof Harbour['sandbox']['ready']['tokens'];

/** A sandbox with a lively world, and a way to ask with any token. */
export interface LivelyHarbour extends Harbour {
  readonly world: World;
  /** Owner's login, organization, and so on, as the sandbox says them. */
  readonly ready: Harbour['sandbox']['ready'];
  askAs(kind: TokenName, path: string, question?: Question): Promise<Reply>;
}

/** Starts it; further tokens come with the options. */
export async function openLivelyHarbour(
  dialect: DialectName = 'service',
  options: Parameters<typeof openHarbour>[0] = {},
): Promise<LivelyHarbour> {
  const world = options.world ?? createLivelyWorld(dialect);
  const harbour = await openHarbour({ ...options, dialect, world });
  const { ready } = harbour.sandbox;
  return {
    ...harbour,
    world,
    ready,
    askAs: (kind, path, question) =>
      harbour.ask(path, { authorization: `Bearer ${ready.tokens[kind]}`, ...question }),
  };
}

/** A token of somebody, with the rights given and no others. */
export function grant(login: string, rights: Partial<TokenGrant> = {}): TokenGrant {
  return { token: `token-of-${login}`, kind: 'classic', login, scopes: [], permissions: {}, ...rights };
}
