import { onTestFinished } from 'vitest';
import { createDrivenClock, type DrivenClock } from '../../../../src/base/clock.ts';
import type { Sandbox, SandboxOptions } from '../../../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../../../src/sandbox/start-sandbox.ts';
import { createWorld } from '../../../../src/sandbox/world/create-world.ts';
import type { World } from '../../../../src/sandbox/world/world.ts';
import { askUrl, type Question, type Reply } from '../../server/support/harbour.ts';
import { writeSmallArchive } from '../../server/support/write-small-archive.ts';

export type Dialect = 'github' | 'service';
export type Kind = keyof Sandbox['ready']['tokens'];

export const DIALECTS: readonly Dialect[] = ['service', 'github'];
export const KINDS: readonly Kind[] = [
  'classic',
  'fine_grained',
  'app_user',
  'app_installation',
  'oauth',
  'workflow',
];

/** The moment at which the clock of a stage starts. */
export const START_MS = Date.parse('2026-03-10T12:00:00Z');

/** After this long a migration is exported. */
export const EXPORT_MS = 1_600;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The names that carry a brand, by dialect, as the specification and the public reference spell them. */
const NAMES = {
  service: {
    version: 'x-service-api-version',
    permissions: 'x-accepted-service-permissions',
    mediaType: 'application/vnd.service+json',
    avatarId: 'avatar_id',
    monitor: 'depmonitor',
  },
  github: {
    version: 'x-github-api-version',
    permissions: 'x-accepted-github-permissions',
    mediaType: 'application/vnd.github+json',
    avatarId: 'gravatar_id',
    monitor: 'dependabot',
  },
} as const;

type Ask = Omit<Question, 'authorization'> & {
  /** The kind of token to send; null sends none. Classic unless given. */
  readonly as?: Kind | null;
  /** Sent as it is, in place of a token. */
  readonly authorization?: string;
};

/** A sandbox on a driven clock, and a way to talk to it. */
export interface Stage {
  readonly sandbox: Sandbox;
  readonly clock: DrivenClock;
  readonly names: (typeof NAMES)[Dialect];
  ask(path: string, question?: Ask): Promise<Reply>;
  /** Asks the same by its full address. */
  askUrl(url: string, question?: Ask): Promise<Reply>;
}

/** How large a world is; see `WorldOptions`. */
export interface WorldSize {
  readonly repositories?: number;
  readonly issues?: number;
  readonly years?: number;
}

const worlds = new Map<string, World>();

/** A world of a size. Sandboxes leave their world as it is, so that the tests of a file can share it. */
export function worldOf(dialect: Dialect, size: WorldSize = {}): World {
  const options = { repositories: 4, issues: 4, years: 2, ...size };
  const key = JSON.stringify([dialect, options]);
  const world = worlds.get(key) ?? createWorld({ seed: 'conformance', dialect, nowMs: START_MS, ...options });
  worlds.set(key, world);
  return world;
}

/** The login of somebody who belongs to the organization and owns nothing of it. */
export function plainMemberOf({ organization, teams }: World): string {
  const guards = teams.find(({ slug }) => slug === 'security-response')?.members ?? [];
  const member = organization.members.find(
    ({ login, role }) => role !== 'admin' && !guards.some((guard) => guard.login === login),
  );
  return member!.login;
}

type Grant = NonNullable<SandboxOptions['grants']>[number];

/** A token of a person, by default with all rights of its kind. */
export function grantTo(login: string, kind: Kind, rights: Partial<Grant> = {}): Grant {
  return {
    token: `token-of-${login}-${kind}-${JSON.stringify(rights).replaceAll(/\W/g, '')}`,
    kind,
    login,
    scopes: ['admin:org', 'notifications', 'repo', 'security_events', 'user'],
    permissions: {
      metadata: 'read',
      contents: 'write',
      vulnerability_alerts: 'write',
      organization_administration: 'write',
      organization_events: 'read',
      events: 'read',
    },
    ...rights,
  };
}

/** Starts a sandbox with a seeded world; it is closed after the test. */
export async function openStage(dialect: Dialect, options: Partial<SandboxOptions> = {}): Promise<Stage> {
  const clock = createDrivenClock(START_MS);
  const sandbox = await startSandbox({
    seed: 'conformance',
    world: worldOf(dialect),
    writeArchive: writeSmallArchive,
    hasInstantBuilds: true,
    ...options,
    dialect,
    clock,
  });
  // A hook of this module would run after the tests of one file only: files share processes.
  onTestFinished(sandbox.close);
  const { base_url: baseUrl, tokens } = sandbox.ready;
  const askAt = (url: string, { as = 'classic', authorization, ...question }: Ask = {}) =>
    askUrl(url, {
      ...question,
      authorization: authorization ?? (as === null ? null : `Bearer ${tokens[as]}`),
    });
  return {
    sandbox,
    clock,
    names: NAMES[dialect],
    ask: (path, question) => askAt(`${baseUrl}${path}`, question),
    askUrl: askAt,
  };
}
