import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type * as Pino from 'pino';
import type { DestinationStream, destination, Level, Logger } from 'pino';
import type { Report } from '../../app/context.ts';
import type { Clock } from '../../base/clock.ts';
import { fileFailure } from '../../base/file-failure.ts';
import { makeFolderSync } from '../../base/make-folder.ts';
import { satchelVersion } from '../../base/own-package.ts';
import { messageOf } from '../../model/failure.ts';
import { redactSecrets } from '../../model/redact-secrets.ts';
import { toJsonNames } from './json-names.ts';

/** Lines buffered while the disk is full; further ones are dropped. */
const MAX_HELD_BYTES = 1024 * 1024;

/** In ascending order of severity. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Members of a summary that would be too long for a log; the manifest contains them too. */
const LONG_MEMBERS: ReadonlySet<string> = new Set(['tables', 'findings', 'counts', 'repositories', 'asked']);

/** An NDJSON log; each line has the time, the level and its context. Secrets are redacted. */
export interface Log {
  write(level: Level, fields: object, text: string): void;
  /** Writes a report of an operation in progress. */
  report(report: Report): void;
  /** The same log with additional members on each line, such as the run id. */
  child(fields: object): Log;
  /** Reopens the file after log rotation. */
  reopen(): void;
  /** Writes buffered lines, and closes the file. */
  close(): void;
}

interface LogOptions {
  readonly level: LogLevel;
  /** The file to append to; stderr if undefined. */
  readonly file: string | undefined;
  readonly stderr: Writable;
  readonly clock: Clock;
  /** Texts to redact; read again for each line, so secrets can be added later. */
  readonly secrets: Iterable<string>;
}

/** Opens a log. Fails with `file-system` if the file cannot be written. */
export function createLog({ level, file, stderr, clock, secrets }: LogOptions): Log {
  const target = file === undefined ? undefined : openFile(file, stderr);
  const logger = loadPino().pino(
    {
      level,
      base: { satchel: satchelVersion(), pid: process.pid },
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      messageKey: 'text',
      hooks: { streamWrite: (line) => redactSecrets(line, [...secrets]) },
    },
    target ?? (stderr as DestinationStream), // pino only needs `write`.
  );
  return logOf(logger, {
    reopen: () => target?.reopen(),
    close() {
      try {
        target?.end();
      } catch {
        // Lines buffered for a full disk are lost; stderr has reported it.
      }
    },
  });
}

/** Loads the package only with the first log: few commands write one. */
function loadPino(): typeof Pino {
  return createRequire(import.meta.url)('pino');
}

/** A write error, such as a full disk, is not fatal: stderr reports it once, until a write succeeds again. */
function openFile(file: string, stderr: Writable): ReturnType<typeof destination> {
  const path = resolve(file);
  try {
    makeFolderSync(dirname(path));
    const target = loadPino().destination({
      dest: path,
      append: true,
      sync: true,
      mode: 0o600,
      maxLength: MAX_HELD_BYTES,
    });
    let wasReported = false;
    target.on('error', (error: unknown) => {
      if (!wasReported) {
        wasReported = true;
        stderr.write(`${messageOf(fileFailure(error, 'write the log', path))}\n`);
      }
    });
    target.on('write', () => {
      wasReported = false;
    });
    return target;
  } catch (error) {
    throw fileFailure(error, 'write the log', path);
  }
}

function logOf(logger: Logger, ends: Pick<Log, 'close' | 'reopen'>): Log {
  return {
    ...ends,
    write: (level, fields, text) => logger[level](toJsonNames(fields), text),
    report({ level, type, fields, text }) {
      const members = Object.entries(fields).filter(
        ([name, value]) => !LONG_MEMBERS.has(name) || typeof value === 'number',
      );
      const words = typeof text === 'function' ? text() : (text ?? type);
      logger[level](toJsonNames({ event: type, ...Object.fromEntries(members) }), words);
    },
    child: (fields) => logOf(logger.child(toJsonNames(fields) as object), ends),
  };
}
