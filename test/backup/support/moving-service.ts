import { join } from 'node:path';
import { createDrivenClock, type DrivenClock } from '../../../src/base/clock.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { type CliBench, type CliResult, openCliBench } from '../../cli/support/run-cli.ts';
import { writeShelvedArchive } from '../../sandbox/support/archive-shelf.ts';

type World = NonNullable<SandboxOptions['world']>;

/** A service whose repositories are renamed, transferred and deleted between backups. */
export interface MovingService extends CliBench {
  readonly vault: string;
  readonly clock: DrivenClock;
  readonly world: World;
  /** Runs `satchel backup` a day after the last one; without names it takes the whole account. */
  backup(...args: readonly string[]): Promise<CliResult>;
  /** Runs a reading command on the store of the vault, or of another one. */
  read(args: readonly string[], db?: string): Promise<CliResult>;
  /** The service is another world from now on, at the same address. */
  become(world: World, options?: Pick<SandboxOptions, 'failing'>): Promise<void>;
}

const DAY_MS = 86_400_000;

/** Starts a service with repositories of an account; its clock skips all sleeps. */
export async function openMovingService(options: Partial<SandboxOptions> = {}): Promise<MovingService> {
  const clock = createDrivenClock(Date.UTC(2026, 5, 1, 12), { skipSleeps: true });
  const bench = await openCliBench({ repositories: 4, issues: 2, ...options, clock });
  const vault = join(bench.directory, 'vault');
  const port = Number(new URL(bench.sandbox.ready.base_url).port);
  let sandbox: Sandbox = bench.sandbox;
  let worlds = 0;
  return {
    ...bench,
    vault,
    clock,
    get world() {
      return sandbox.world;
    },
    async backup(...args) {
      clock.advance(DAY_MS);
      return await bench.call(['backup', '--vault', vault, ...args], { clock });
    },
    read: async (args, db = join(vault, 'store.db')) => await bench.run([...args, '--db', db], { clock }),
    async become(world, changes = {}) {
      await sandbox.close();
      worlds += 1;
      sandbox = await startSandbox({
        dialect: 'service',
        seed: 'bench',
        clock,
        hasInstantBuilds: true,
        writeArchive: writeShelvedArchive,
        ...options,
        ...changes,
        world: { ...world, nowMs: clock.now() },
        port,
        random: createSeededRandom(`world ${worlds}`),
      });
    },
    async close() {
      await sandbox.close();
      await bench.close();
    },
  };
}

/** The names of the repositories of the account, or of another owner. */
export function namesIn(world: World, owner = world.account.login): readonly string[] {
  return world.repositories
    .filter((repository) => repository.owner === owner)
    .map((repository) => `${repository.owner}/${repository.name}`);
}

/** The world after a repository was renamed or transferred: its number and its content stay. */
export function moveRepository(world: World, from: string, to: string): World {
  const [owner = '', name = ''] = to.split('/');
  const ownerType = owner === world.organization.login ? ('Organization' as const) : ('User' as const);
  const pattern = new RegExp(`(?<=^|/)${from}(?![\\w.-])`, 'g');
  return {
    ...world,
    repositories: world.repositories.map((repository) =>
      `${repository.owner}/${repository.name}` === from
        ? { ...repository, owner, name, ownerType }
        : repository,
    ),
    contents: world.contents.map((content) =>
      content.repository === from ? withText(content, (text) => text.replace(pattern, to)) : content,
    ),
  };
}

/** The world without a repository. */
export function deleteRepository(world: World, name: string): World {
  const isLeft = (other: string) => other !== name;
  return {
    ...world,
    repositories: world.repositories.filter((each) => isLeft(`${each.owner}/${each.name}`)),
    contents: world.contents.filter(({ repository }) => isLeft(repository)),
  };
}

/** The world with a repository of an earlier one, which gets another number. */
export function addRepository(world: World, earlier: World, name: string): World {
  const repository = earlier.repositories.find((each) => `${each.owner}/${each.name}` === name);
  const content = earlier.contents.find((each) => each.repository === name);
  if (repository === undefined || content === undefined) {
    throw new RangeError(`There is no repository ${name}`);
  }
  const id = 1 + Math.max(...world.repositories.map((each) => each.id), repository.id);
  return {
    ...world,
    repositories: [...world.repositories, { ...repository, id }],
    // An upload has one address, which the repository of that name had before.
    contents: [...world.contents, { ...content, attachments: [], files: [] }],
  };
}

/** A copy of a value in which each text is replaced. */
function withText<Value>(value: Value, change: (text: string) => string): Value {
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') {
      return change(part);
    }
    if (Array.isArray(part)) {
      return part.map(copy);
    }
    return typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype
      ? Object.fromEntries(Object.entries(part).map(([key, member]) => [key, copy(member)]))
      : part;
  };
  return copy(value) as Value; // The same structure.
}
