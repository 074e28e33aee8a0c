import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSystemClock, isJsonObject, parseJson, type Random } from '../../base/index.ts';
import { createSharedMemory } from './gate-memory.ts';
import { GATE_FORMAT, type GateState, parseGateState } from './gate-state.ts';
import { readIfPresent } from './lock-file.ts';
import { mergeGateStates } from './merge-gate-states.ts';

const STATE_NAME = new RegExp(`^gate-${GATE_FORMAT}-[0-9a-f]{32}\\.json$`);

interface SharedLimitsOptions {
  /** The folder in which the processes of this machine share the states of their gates. */
  readonly directory: string;
  readonly random: Random;
  readonly onTrouble: (text: string) => void;
}

/** What this machine knows about the limits of tokens, for other machines: they are named by digests. */
export interface SharedLimits {
  /** Adds what other machines know. A text that cannot be read counts as empty. */
  add(text: string | undefined): Promise<void>;
  /** `text`, with what this machine has learned since the last `add`. */
  mergeInto(text: string | undefined): string;
}

export function openSharedLimits({ directory, random, onTrouble }: SharedLimitsOptions): SharedLimits {
  const clock = createSystemClock();
  let known = new Map<string, number>();
  const pathOf = (name: string) => join(directory, name);
  return {
    async add(text) {
      for (const [name, state] of readStates(text)) {
        const memory = createSharedMemory({ path: pathOf(name), clock, random, pid: process.pid, onTrouble });
        await memory.update((own) => ({ state: mergeGateStates(own, state), result: undefined }));
      }
      known = changeTimes(directory);
    },
    mergeInto(text) {
      const states = new Map(readStates(text));
      for (const [name, changedMs] of changeTimes(directory)) {
        const own = parseGateState(readIfPresent(pathOf(name)) ?? '');
        const former = states.get(name);
        if (own !== undefined && known.get(name) !== changedMs) {
          states.set(name, former === undefined ? { ...own, leases: [] } : mergeGateStates(former, own));
        }
      }
      return `${JSON.stringify(Object.fromEntries(states))}\n`;
    },
  };
}

function readStates(text: string | undefined): readonly (readonly [name: string, state: GateState])[] {
  const value = parseJson(text ?? '');
  return Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, member]) => {
    const state = parseGateState(JSON.stringify(member));
    return state !== undefined && STATE_NAME.test(name) ? [[name, state] as const] : [];
  });
}

function changeTimes(directory: string): Map<string, number> {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return new Map(
    names
      .filter((name) => STATE_NAME.test(name))
      .map((name) => [name, statSync(join(directory, name)).mtimeMs]),
  );
}
