import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type * as Pino from 'pino';
import type { DestinationStream, destination, Level, Logger } from 'pino';
import type { Report } from '../../app/index.ts';
import {
  type Clock,
  fileFailure,
  makeFolderSync,
  messageOf,
  redactSecrets,
  satchelVersion,
} from '../../base/index.ts';
import { toJsonNames } from '../json-names.ts';

/** Lines that wait for a disk with room; further ones are dropped. */
const MAX_HELD_BYTES = 1024 * 1024;

/** From the most to the least. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a summary has for programs, and what would fill a log: the manifest keeps it as well. */
const LONG_MEMBERS: ReadonlySet<string> = new Set(['tables', 'findings', 'counts', 'repositories', 'asked']);

/** Lines of NDJSON, each with the time, the level and what it belongs to. Secrets never get into them. */
export interface Log {
  write(level: Level, fields: object, text: string): void;
  /** What is reported while work is under way, as a line. */
  report(report: Report): void;
  /** The same log with further members on each line, such as the run id. */
  child(fields: object): Log;
  /** Opens the file again, so that a log that was rotated goes on under its name. */
  reopen(): void;
  /** Writes what is held back, and closes the file. */
  close(): void;
}

interface LogOptions {
  readonly level: LogLevel;
  /** Where lines are appended; stderr unless given. */
  readonly file: string | undefined;
  readonly stderr: Writable;
  readonly clock: Clock;
  /** Texts that must not be in it; read for each line, so that it can grow. */
  readonly secrets: Iterable<string>;
}

/** Opens a log. Fails with `file-system` where the file cannot be written. */
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
    target ?? (stderr as DestinationStream), // A stream has the one method that it asks for.
  );
  return logOf(logger, {
    reopen: () => target?.reopen(),
    close() {
      try {
        target?.end();
      } catch {
        // What is held back is lost with the disk that has no room for it; stderr has been told.
      }
    },
  });
}

/** Loads the package with the first log: few commands keep one. */
function loadPino(): typeof Pino {
  return createRequire(import.meta.url)('pino');
}

/** A log that cannot be written, on a full disk say, ends nothing: stderr says so once, until it can be written again. */
function openFile(file: string, stderr: Writable): ReturnType<typeof destination> {
  const path = resolve(file);
  try {
    makeFolderSync(dirname(path), { mode: 0o700 });
    const target = loadPino().destination({
      dest: path,
      append: true,
      sync: true,
      mode: 0o600,
      maxLength: MAX_HELD_BYTES,
    });
    let isTold = false;
    target.on('error', (error: unknown) => {
      if (!isTold) {
        isTold = true;
        stderr.write(`${messageOf(fileFailure(error, 'write the log', path))}\n`);
      }
    });
    target.on('write', () => {
      isTold = false;
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
