import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createSystemClock } from '../base/clock.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import {
  contentOf,
  KnownLimits,
  LIMITS_FILE,
  LIMITS_NAME,
  limitsFilesIn,
  readLimits,
} from './gate/known-limits.ts';
import { joinLimits, NO_LIMITS, type TokenLimits } from './gate/token-limits.ts';

interface SharedLimitsOptions {
  /** The folder in which the processes of this machine share what they know of the limits of tokens. */
  readonly directory: string;
  readonly onTrouble: (text: string) => void;
}

/** What this machine knows about the limits of tokens, for other machines: they are named by digests. */
export interface SharedLimits {
  /** Adds what other machines know. A text that cannot be read counts as empty. */
  add(text: string | undefined): void;
  /** `text`, with what this machine has learned since the last `add`. */
  mergeInto(text: string | undefined): string;
}

export function openSharedLimits({ directory, onTrouble }: SharedLimitsOptions): SharedLimits {
  const clock = createSystemClock();
  let known = new Map<string, number>();
  return {
    add(text) {
      for (const [name, limits] of readAll(text)) {
        new KnownLimits({ path: join(directory, name), clock, onTrouble }).add(limits);
      }
      known = changeTimes(directory);
    },
    mergeInto(text) {
      const all = new Map(readAll(text));
      for (const [path, changedMs] of changeTimes(directory)) {
        const own = readLimits(path);
        if (typeof own === 'object' && known.get(path) !== changedMs) {
          const name = basename(path);
          all.set(name, joinLimits(all.get(name) ?? NO_LIMITS, own, clock.now()));
        }
      }
      const content = [...all].map(([name, limits]) => [name, contentOf(limits)] as const);
      return `${JSON.stringify(Object.fromEntries(content))}\n`;
    },
  };
}

function readAll(text: string | undefined): readonly (readonly [name: string, limits: TokenLimits])[] {
  const value = parseJson(text ?? '');
  return Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, member]) => {
    const limits = LIMITS_FILE.check(member);
    return typeof limits === 'object' && LIMITS_NAME.test(name) ? [[name, limits] as const] : [];
  });
}

function changeTimes(directory: string): Map<string, number> {
  const paths = existsSync(directory) ? limitsFilesIn(directory) : [];
  return new Map(paths.map((path) => [path, statSync(path).mtimeMs]));
}
