import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Clock, createSystemClock } from '../../base/clock.ts';
import { systemErrorCode } from '../../base/failure.ts';
import { makeFolderSync } from '../../base/make-folder.ts';
import { ownFile } from '../../base/own-files.ts';
import { partPathOf } from '../../base/whole-file.ts';
import { messageOf } from '../../model/failure.ts';
import { joinLimits, NO_LIMITS, type TokenLimits } from './token-limits.ts';

const VERSION = 1;

interface LimitsContent extends TokenLimits {
  readonly version: typeof VERSION;
}

export const LIMITS_FILE = ownFile<LimitsContent>('token-limits');

/** Longer than any window or pause. */
const EXPIRED_MS = 2 * 24 * 60 * 60_000;

interface LimitsOptions {
  /** The file that all processes with this token use; undefined to share nothing. */
  readonly path: string | undefined;
  readonly clock: Clock;
  /** Called once if the file cannot be read or written. */
  readonly onTrouble: (text: string) => void;
}

/**
 * What this process knows of the limits of a token, and a small file in which processes share it. It needs no lock: who
 * writes it has just read it, and what gets lost in between, the service says again.
 */
export class KnownLimits {
  readonly #clock: Clock;
  readonly #onTrouble: (text: string) => void;
  #path: string | undefined;
  #limits = NO_LIMITS;
  #hasReported = false;

  constructor({ path, clock, onTrouble }: LimitsOptions) {
    this.#path = path;
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  /** What is known now, also by other processes. */
  read(): TokenLimits {
    const found = this.#useFile(readLimits);
    if (typeof found === 'string') {
      this.#report(`The state of the rate limits in "${this.#path}" ${found}; it is reset`);
    }
    return this.#join(typeof found === 'object' ? found : NO_LIMITS);
  }

  /** Adds what an answer says, or another machine. */
  add(report: TokenLimits): void {
    this.read();
    const limits = this.#join(report);
    this.#useFile((path) => writeLimits(path, limits));
  }

  #join(report: TokenLimits): TokenLimits {
    this.#limits = joinLimits(this.#limits, report, this.#clock.now());
    return this.#limits;
  }

  /** A process that cannot use the file works without it. */
  #useFile<Result>(use: (path: string) => Result): Result | undefined {
    try {
      return this.#path === undefined ? undefined : use(this.#path);
    } catch (error) {
      if (systemErrorCode(error) === undefined) {
        throw error;
      }
      this.#report(`The state of the rate limits cannot be shared in "${this.#path}": ${messageOf(error)}`);
      this.#path = undefined;
      return undefined;
    }
  }

  #report(text: string): void {
    if (!this.#hasReported) {
      this.#hasReported = true;
      this.#onTrouble(text);
    }
  }
}

/** The limits in a file, or what is wrong with it; undefined if there is none. */
export function readLimits(path: string): TokenLimits | string | undefined {
  try {
    return LIMITS_FILE.parse(readFileSync(path));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** Atomic for other processes, but not synced: after a power cut, an older state is good enough. */
function writeLimits(path: string, limits: TokenLimits): void {
  makeFolderSync(dirname(path));
  const partPath = partPathOf(path);
  writeFileSync(partPath, JSON.stringify(contentOf(limits)), { mode: 0o600 });
  renameSync(partPath, path);
}

export function contentOf({ notBefore, left }: TokenLimits): LimitsContent {
  return { version: VERSION, notBefore, left };
}

/** The limits of one caller, by `digestOfCaller()`; without a directory, they are in memory. */
export function openLimits(
  directory: string | undefined,
  callerDigest: string,
  options: Omit<LimitsOptions, 'path'>,
): KnownLimits {
  if (directory === undefined) {
    return new KnownLimits({ ...options, path: undefined });
  }
  removeExpired(directory);
  return new KnownLimits({ ...options, path: join(directory, `token-${callerDigest}.json`) });
}

/** Removes the files of tokens whose limits must have expired. */
function removeExpired(directory: string): void {
  const nowMs = createSystemClock().now();
  try {
    for (const path of limitsFilesIn(directory)) {
      if (nowMs - statSync(path).mtimeMs > EXPIRED_MS) {
        rmSync(path, { force: true });
      }
    }
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error; // System errors are reported when the file is written.
    }
  }
}

export function limitsFilesIn(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => LIMITS_NAME.test(name))
    .map((name) => join(directory, name));
}

export const LIMITS_NAME = /^token-[0-9a-f]{32}\.json$/;

/** Identifies a caller of a service without revealing its secret, for use in file names. */
export function digestOfCaller(origin: string, secret: string | undefined): string {
  const caller = secret === undefined ? 'anonymous' : `secret ${secret}`;
  return createHash('sha256').update(`satchel caller\n${origin}\n${caller}`).digest('hex').slice(0, 32);
}
