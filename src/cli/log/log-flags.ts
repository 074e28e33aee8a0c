import type { Command } from 'commander';
import { createRunId, Failure, messageOf } from '../../base/index.ts';
import type { CommandContext } from '../context.ts';
import { addFlag } from '../flags.ts';
import { createLog, LOG_LEVELS, type LogLevel } from './create-log.ts';

/** The flags that say what is logged, and where to. */
export interface LogFlags {
  readonly logLevel?: LogLevel;
  readonly logFile?: string;
}

/** Adds the flags that say what is logged, and where to. */
export function addLogFlags(command: Command, standard: string): void {
  addFlag(command, '--log-level <level>', `level of the NDJSON log (default: ${standard})`, {
    choices: LOG_LEVELS,
  });
  addFlag(command, '--log-file <file>', 'append the log to this file (default: stderr)');
}

/**
 * Does the work with a log where one is asked for: all lines of it have one run id, which the journal has too, and the last one says how it ended.
 * Without the flags nothing is logged.
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
      error instanceof Failure ? { code: error.code, hint: error.hint, details: error.details } : {};
    run.write('error', { event: 'failed', ...fields }, messageOf(error));
    throw error;
  } finally {
    log.close();
  }
}
