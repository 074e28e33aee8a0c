import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../../house/long-run.ts';
import { writeSmallArchive } from '../server/support/write-small-archive.ts';
import { EXPORTING_MS, MigrationModel, PENDING_MS } from './support/migration-model.ts';
import { DAY_MS, DIALECTS, openStage, type Stage } from './support/stage.ts';

const RUNS = IS_LONG ? 1_000 : 40;

interface Real {
  readonly stage: Stage;
  readonly ids: number[];
  /** Names without owner: one that is exported well, and one whose migrations fail. */
  readonly names: readonly [good: string, failing: string];
}

type Command = fc.AsyncCommand<MigrationModel, Real>;

describe.each(DIALECTS)('migrations, specification 3 (%s)', (dialect) => {
  it('behave like a small model, whatever the requests', async () => {
    const probe = await openStage(dialect);
    const { user, repositories } = probe.sandbox.ready;
    const own = repositories.filter((name) => name.startsWith(`${user}/`));
    const [good, failing] = own.map((name) => name.split('/')[1]!);
    const options = {
      pendingMs: PENDING_MS,
      exportMs: EXPORTING_MS,
      failing: [`${user}/${failing}`.toUpperCase()],
      writeArchive: writeSmallArchive,
    };
    await fc.assert(
      fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 40 }), async (commands) => {
        const stage = await openStage(dialect, options);
        try {
          const real: Real = { stage, ids: [], names: [good!, failing!] };
          await fc.asyncModelRun(() => ({ model: new MigrationModel(), real }), commands);
        } finally {
          await stage.sandbox.close();
        }
      }),
      { numRuns: RUNS },
    );
  });
});

/** A command on one migration, by a number that is brought into range. */
function onMigration(
  name: string,
  run: (index: number, model: MigrationModel, real: Real) => Promise<void>,
): fc.Arbitrary<Command> {
  return fc.nat(20).map((pick) => ({
    check: (model) => model.count > 0,
    run: (model, real) => run(pick % model.count, model, real),
    toString: () => `${name}(${pick})`,
  }));
}

/** A span of time, often one that ends right at or right before a change. */
const spanMs = fc.oneof(
  fc.constantFrom(1, PENDING_MS - 1, PENDING_MS, EXPORTING_MS - 1, EXPORTING_MS),
  fc.constantFrom(7 * DAY_MS - 1, 7 * DAY_MS, 3 * DAY_MS),
  fc.integer({ min: 1, max: 600_000 }),
);

const COMMANDS: fc.Arbitrary<Command>[] = [
  spanMs.map((durationMs) => ({
    check: () => true,
    run: async (model, { stage }) => {
      model.advance(durationMs);
      stage.clock.advance(durationMs);
    },
    toString: () => `advance(${durationMs})`,
  })),
  fc.record({ isLocking: fc.boolean(), isFailing: fc.boolean() }).map((options) => ({
    check: () => true,
    run: async (model, { stage, ids, names }) => {
      const repositories = options.isFailing ? [...names] : [names[0]];
      const { status, json } = await stage.ask('/user/migrations', {
        method: 'POST',
        body: { repositories, lock_repositories: options.isLocking },
      });
      model.start(repositories, options);
      ids.push(json.id);
      expect([status, json.state]).toEqual([201, 'pending']);
    },
    toString: () => `start(${JSON.stringify(options)})`,
  })),
  onMigration('get', async (index, model, { stage, ids }) => {
    const { status, json } = await stage.ask(`/user/migrations/${ids[index]}`);
    expect([status, json.state]).toEqual([200, model.stateOf(index)]);
  }),
  fc.constant<Command>({
    check: () => true,
    run: async (model, { stage, ids }) => {
      const { json } = await stage.ask('/user/migrations?per_page=100');
      const shown = json.map(({ id, state }: { id: number; state: string }) => [id, state]);
      expect(shown).toEqual(ids.map((id, index) => [id, model.stateOf(index)]).toReversed());
    },
    toString: () => 'list()',
  }),
  onMigration('download', async (index, model, { stage, ids }) => {
    const { status, headers } = await stage.ask(`/user/migrations/${ids[index]}/archive`);
    expect(status).toBe(model.hasArchive(index) ? 302 : 404);
    if (status === 302) {
      const { bytes } = await stage.askUrl(headers['location']!, { as: null });
      expect(bytes.length).toBe(stage.sandbox.exported(ids[index]!)?.sizeBytes);
    }
  }),
  onMigration('delete', async (index, model, { stage, ids }) => {
    const { status } = await stage.ask(`/user/migrations/${ids[index]}/archive`, { method: 'DELETE' });
    expect(status).toBe(model.deleteArchive(index) ? 204 : 404);
  }),
  fc.constantFrom<0 | 1>(0, 1).chain((which) =>
    onMigration(`unlock ${which}`, async (index, model, { stage, ids, names }) => {
      const path = `/user/migrations/${ids[index]}/repos/${names[which]}/lock`;
      const { status } = await stage.ask(path, { method: 'DELETE' });
      expect(status).toBe(model.unlock(index, names[which]) ? 204 : 404);
    }),
  ),
];
