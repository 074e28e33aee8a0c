import { type Command, InvalidArgumentError } from 'commander';
import { messageOf } from '../../base/index.ts';
import { DIALECTS, type DialectName } from '../../model/index.ts';
import { DEFAULT_SEED, type Fault, PLANS, type Plan, parseFault } from '../../sandbox/index.ts';
import { addFlag, gatherNames, parsePort, parseSpan, parseTime, parseWholeNumber } from '../flags.ts';

/** What `satchel sandbox` can be told; times are in milliseconds. */
export interface SandboxFlags {
  readonly host?: string;
  readonly port: number;
  readonly dialect: DialectName;
  readonly seed?: string;
  readonly repositories?: number;
  readonly issues?: number;
  readonly years?: number;
  readonly scenario?: string;
  readonly state?: string;
  readonly live?: number | true;
  readonly generation: 'current' | '2019';
  readonly pendingTime?: number;
  readonly exportTime?: number;
  readonly fail?: readonly string[];
  readonly fault?: readonly Fault[];
  readonly faultControl?: boolean;
  readonly plan?: Plan;
  readonly now?: number;
  readonly output?: string;
  readonly log?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Adds the flags of `satchel sandbox`: where it listens, its world, what goes wrong, and what it shows. */
export function addSandboxFlags(command: Command): void {
  addFlag(command, '--host <address>', 'address to listen on (default: 127.0.0.1)');
  addFlag(command, '--port <number>', 'port of the API; 0 picks a free one', {
    parse: parsePort,
    default: 0,
  });
  addFlag(command, '--dialect <name>', 'how the interface is spelled', {
    choices: Object.keys(DIALECTS),
    default: 'service',
  });
  addFlag(
    command,
    '--seed <text>',
    `the world to make: the same seed gives the same world (default: ${DEFAULT_SEED})`,
  );
  addFlag(command, '--repositories <number>', 'repositories in the world', { parse: parseWholeNumber });
  addFlag(command, '--issues <number>', 'issues and pull requests of a repository, on average', {
    parse: parseWholeNumber,
  });
  addFlag(command, '--years <number>', 'how long the world has been at work', { parse: parseWholeNumber });
  addFlag(command, '--scenario <file>', 'JSON file with what is not to be invented, and what goes wrong');
  addFlag(command, '--state <file>', 'SQLite file from which a restarted sandbox goes on');
  addFlag<number | true>(
    command,
    '--live [span]',
    'let time pass: on average something happens after so long (20s without a span)',
    { parse: parseSpan },
  );
  addFlag(command, '--generation <name>', 'format of the archives', {
    choices: ['current', '2019'],
    default: 'current',
  });
  addFlag(command, '--pending-time <span>', 'how long a migration stays pending', { parse: parseSpan });
  addFlag(command, '--export-time <span>', 'how long it is exporting', { parse: parseSpan });
  addFlag(command, '--fail <owner/name>', 'a repository whose migrations fail; repeat for more', {
    parse: gatherNames,
  });
  addFlag(command, '--fault <text>', 'what is to go wrong: kind,route=…,times=…; repeat for more', {
    parse: gatherFaults,
  });
  addFlag(command, '--fault-control', 'take faults over HTTP at /-/faults, from this machine');
  addFlag(command, '--plan <name>', 'what the organization pays for: it decides some limits', {
    choices: PLANS,
  });
  addFlag(command, '--now <time>', 'the moment that the world has reached, for --output', {
    parse: parseTime,
  });
  addFlag(command, '--output <file>', 'write an archive of the whole world to a file, and end');
  addFlag(command, '--log', 'show each request on stderr');
}

function gatherFaults(text: string, previous: readonly Fault[] | undefined): readonly Fault[] {
  try {
    return [...(previous ?? []), parseFault(text)];
  } catch (error) {
    throw error instanceof RangeError ? new InvalidArgumentError(`${messageOf(error)}.`) : error;
  }
}
