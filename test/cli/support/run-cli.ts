import { join } from 'node:path';
import type { Context } from '../../../src/cli/context.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import type {
  ExportReport,
  Sandbox,
  SandboxOptions,
  ServedRequest,
} from '../../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { afterwards, temporaryFolder } from '../../house/afterwards.ts';
import { expectClosed } from '../../house/open-files.ts';
import { writeShelvedArchive } from '../../sandbox/support/archive-shelf.ts';
import { layOutSample } from './loaded-sample.ts';
import { createRecordedContext, type RecordedContext } from './recorded-context.ts';

export interface CliResult {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** A sandbox, a directory, and functions to run command lines with them. */
export interface CliBench {
  readonly directory: string;
  readonly sandbox: Sandbox;
  readonly requests: readonly ServedRequest[];
  /** All archives that the sandbox wrote, in order. */
  readonly exports: readonly ExportReport[];
  /** The time on the bench's clock. */
  now(): number;
  /** Runs `satchel …args` with the sandbox's classic token in the environment. */
  run(args: readonly string[], changes?: Partial<Context>): Promise<CliResult>;
  /** As `run`, with the sandbox's `--base-url`. */
  call(args: readonly string[], changes?: Partial<Context>): Promise<CliResult>;
  /** Closes the sandbox, which is closed afterwards anyway. */
  close(): Promise<void>;
}

/** The same with the sample archive in the store `db`. */
export async function openSampleBench(): Promise<CliBench & { readonly db: string }> {
  const bench = await openCliBench();
  const db = join(bench.directory, 'sample.db');
  await layOutSample(db);
  return { ...bench, db };
}

/**
 * Starts a bench whose clock skips all sleeps, so that waiting for an export takes no real time. It is closed after the
 * test or, with `afterFile`, after those of the file.
 */
export async function openCliBench(
  options: Partial<SandboxOptions> = {},
  after: typeof afterwards = afterwards,
): Promise<CliBench> {
  const directory = temporaryFolder(after);
  const requests: ServedRequest[] = [];
  const exports: ExportReport[] = [];
  const shared = createRecordedContext();
  const sandbox = await startSandbox({
    dialect: 'service',
    seed: 'bench',
    repositories: 3,
    issues: 12,
    clock: shared.clock,
    hasInstantBuilds: true,
    writeArchive: writeShelvedArchive,
    onRequest: (request) => requests.push(request),
    onExported: (report) => exports.push(report),
    ...options,
  });
  const env = {
    SATCHEL_TOKEN: sandbox.ready.tokens.classic,
    XDG_CONFIG_HOME: join(directory, 'config'),
    XDG_DATA_HOME: join(directory, 'data'),
  };
  async function run(args: readonly string[], changes: Partial<Context> = {}): Promise<CliResult> {
    const context: RecordedContext = {
      ...createRecordedContext({ env }),
      clock: shared.clock,
      ...changes,
    } as RecordedContext;
    const status = await runSatchel(args, context);
    return { status, out: context.out(), err: context.err() };
  }
  after(async () => {
    await sandbox.close();
    await expectClosed(directory); // A schedule runs for months in one process.
  });
  return {
    directory,
    sandbox,
    requests,
    exports,
    now: () => shared.clock.now(),
    run,
    call: async (args, changes) => await run([...args, '--base-url', sandbox.ready.base_url], changes),
    close: sandbox.close,
  };
}
