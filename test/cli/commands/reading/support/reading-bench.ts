import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../../../src/base/clock.ts';
import { runSatchel } from '../../../../../src/cli/program.ts';
import { temporaryFolder } from '../../../../house/afterwards.ts';
import { layOutSample } from '../../../support/loaded-sample.ts';
import { createRecordedContext } from '../../../support/recorded-context.ts';
import type { CliResult } from '../../../support/run-cli.ts';

interface RunOptions {
  /** Makes the output a terminal of this width. */
  readonly terminalColumns?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A clock that advances, for commands with a timeout; by default, the time is always 1 June 2026. */
  readonly clock?: Clock;
}

/** The sample archive in a store with its files, and a way to run commands on it. */
export interface ReadingBench {
  readonly directory: string;
  readonly db: string;
  /** Runs a command on the store, unless `args` select another one; by default, without colours and pager. */
  run(args: readonly string[], options?: RunOptions): Promise<CliResult>;
}

export async function openReadingBench(): Promise<ReadingBench> {
  const directory = temporaryFolder();
  const db = join(directory, 'sample.db');
  const run: ReadingBench['run'] = async (args, { terminalColumns, env, clock } = {}) => {
    const recorded = createRecordedContext({
      env: { XDG_DATA_HOME: directory, NO_COLOR: '1', PAGER: '', ...env },
      ...(terminalColumns === undefined ? {} : { terminalColumns }),
    });
    const context = clock === undefined ? recorded : { ...recorded, clock };
    const store = args.includes('--db') ? [] : ['--db', db];
    const status = await runSatchel([...args, ...store], context);
    return { status, out: recorded.out(), err: recorded.err() };
  };
  await layOutSample(db);
  return { directory, db, run };
}

/** The text of a fixture: the exact output of a command. */
export async function readFixture(name: string): Promise<string> {
  return await readFile(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
}
