import type { Command } from 'commander';
import { DIALECTS } from '../../../model/dialects.table.ts';
import { Failure, messageOf } from '../../../model/failure.ts';
import { type Fault, parseFault } from '../../../sandbox/fault.ts';
import { PLANS } from '../../../sandbox/limits.table.ts';
import { DEFAULT_SEED, type SandboxOptions } from '../../../sandbox/sandbox-options.ts';
import type { CommandContext } from '../../context.ts';
import {
  addFlag,
  addHelpEnd,
  type CommonFlags,
  gatherNames,
  parsePort,
  parseSpan,
  parseTime,
  parseWholeNumber,
} from '../../flags/flags.ts';
import { createReporter } from '../../output/reporter.ts';

/** `satchel sandbox`: runs the stand-in service until a signal, or writes one archive of its data with `--output`. */
export function defineSandbox(command: Command, context: CommandContext): void {
  addSandboxFlags(command);
  addHelpEnd(command, [
    'sandbox',
    'sandbox --port 8080 --dialect github --log',
    'sandbox --fault "answer,status=502,times=2"',
    'sandbox --scenario team.json --live 5s',
    'sandbox --seed mine --output sample.tar.gz',
  ]);
  command.action(async (flags: SandboxFlags) => {
    const reporter = createReporter(context, flags);
    const { serveSandbox, writeSample } = await import('./run-sandbox.ts');
    await (flags.output === undefined
      ? serveSandbox(flags, reporter, context)
      : writeSample(flags, flags.output, reporter, context));
  });
}

/** The flags of `satchel sandbox`; times are in milliseconds. */
type InventedWorld = Pick<
  SandboxOptions,
  'dialect' | 'host' | 'issues' | 'largeFiles' | 'plan' | 'repositories' | 'seed' | 'years'
>;

export interface SandboxFlags extends InventedWorld, CommonFlags {
  readonly port: number;
  readonly scenario?: string;
  readonly live?: number | true;
  readonly generation: 'current' | '2019';
  readonly pendingTime?: number;
  readonly exportTime?: number;
  readonly fail?: readonly string[];
  readonly fault?: readonly Fault[];
  readonly faultControl?: boolean;
  readonly appKey?: string;
  readonly now?: number;
  readonly output?: string;
  readonly force?: boolean;
  readonly log?: boolean;
}

/** Adds the flags of `satchel sandbox`: its addresses, its data, its faults, and its output. */
function addSandboxFlags(command: Command): void {
  addFlag(command, '--host <address>', 'address to listen on (default: 127.0.0.1)');
  addFlag(command, '--port <number>', 'port of the API; 0 picks a free one', {
    parse: parsePort,
    default: 0,
  });
  addFlag(command, '--dialect <name>', 'variant of the API', {
    choices: Object.keys(DIALECTS),
    default: 'service',
  });
  addFlag(
    command,
    '--seed <text>',
    `seed of the sample data: the same seed gives the same data (default: ${DEFAULT_SEED})`,
  );
  addFlag(command, '--repositories <number>', 'number of repositories', { parse: parseWholeNumber });
  addFlag(command, '--issues <number>', 'number of issues and pull requests per repository, on average', {
    parse: parseWholeNumber,
  });
  addFlag(command, '--years <number>', 'years of history', {
    parse: parseWholeNumber,
  });
  addFlag(command, '--large-files <number>', 'files that the first repository has in Git LFS', {
    parse: parseWholeNumber,
  });
  addFlag(
    command,
    '--scenario <file>',
    'JSON file with accounts, repositories, tokens, budgets and alerts of yours',
  );
  addFlag<number | true>(
    command,
    '--live [span]',
    'simulate activity: one event per interval, on average (default: 20s)',
    { parse: parseSpan },
  );
  addFlag(command, '--generation <name>', 'format of the archives', {
    choices: ['current', '2019'],
    default: 'current',
  });
  addFlag(command, '--pending-time <span>', 'how long a migration stays pending', { parse: parseSpan });
  addFlag(command, '--export-time <span>', 'how long a migration takes to export', { parse: parseSpan });
  addFlag(command, '--fail <owner/name>', 'a repository whose migrations always fail; repeat for more', {
    parse: gatherNames,
  });
  addFlag(command, '--fault <text>', 'inject a fault: kind,route=…,times=…; repeat for more', {
    parse: gatherFaults,
  });
  addFlag(command, '--fault-control', 'accept faults over HTTP at /-/faults, from this machine only');
  addFlag(command, '--app-key <file>', 'RSA key of a GitHub App with id 1, installed on the organization');
  addFlag(command, '--plan <name>', 'plan of the organization, which determines some limits', {
    choices: PLANS,
  });
  addFlag(command, '--now <time>', 'the current time in the sample data, for --output', {
    parse: parseTime,
  });
  addFlag(command, '--output <file>', 'write an archive of all sample data to a file, and exit');
  addFlag(command, '--force', 'replace an existing file, for --output');
  addFlag(command, '--log', 'log each request to stderr');
}

function gatherFaults(text: string, previous: readonly Fault[] | undefined): readonly Fault[] {
  try {
    return [...(previous ?? []), parseFault(text)];
  } catch (error) {
    throw error instanceof RangeError ? new Failure('usage', messageOf(error), { cause: error }) : error;
  }
}
