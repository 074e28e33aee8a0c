import type { Command } from 'commander';
import { createRunId } from '../../base/run-id.ts';
import { Failure, messageOf } from '../../model/failure.ts';
import type { CommandContext } from '../context.ts';
import { createLog, LOG_LEVELS, type LogLevel } from '../output/create-log.ts';
import { flagsOf } from './flags.ts';

export interface LogFlags {
  readonly logLevel?: LogLevel;
  readonly logFile?: string;
}

/** Adds the flags of the log; `standard` is the default level. */
export function addLogFlags(command: Command, standard: string): void {
  const add = flagsOf(command, 'messages');
  add('--log-level <level>', `level of the NDJSON log (default: ${standard})`, {
    choices: LOG_LEVELS,
  });
  add('--log-file <file>', 'append the log to this file (default: stderr)');
}

/**
 * Runs `work` with a log if the flags ask for one. All its lines have the run id that is also in the journal, and the
 * last line contains the result. Without the flags, nothing is logged.
 */
export async function withLog<Result>(
  flags: LogFlags,
  context: CommandContext,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  if (flags.logFile === undefined && flags.logLevel === undefined) {
    return await work(context);
  }
  const { clock, stderr } = context;
  const secrets = new Set(
    Object.entries(context.env).flatMap(([name, value = '']) =>
      /TOKEN|SECRET|PASSWORD/.test(name) ? [value] : [],
    ),
  );
  const log = createLog({ level: flags.logLevel ?? 'info', file: flags.logFile, stderr, clock, secrets });
  const runId = createRunId(clock, context.random);
  const run = log.child({ runId });
  try {
    return await work({
      ...context,
      runId,
      onReport: run.report,
      onSecret(secret) {
        secrets.add(secret);
        context.onSecret?.(secret);
      },
    });
  } catch (error) {
    const fields =
      error instanceof Failure ? { code: error.code, hint: error.commandHint, details: error.details } : {};
    run.write('error', { event: 'failed', ...fields }, messageOf(error));
    throw error;
  } finally {
    log.close();
  }
}
