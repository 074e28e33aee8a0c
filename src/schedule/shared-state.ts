import type { Random } from '../base/random.ts';
import { Failure } from '../model/failure.ts';
import {
  createTurns,
  emptyContent,
  JobStates,
  parseState,
  type ScheduleState,
  type StateContent,
} from './schedule-state.ts';

/** A text that several processes change. */
export interface SharedText {
  read(): Promise<string | undefined>;
  /** Replaces it, while no other process can. */
  replace(make: (current: string | undefined) => string): Promise<void>;
}

/** Opens or creates the state that several processes share. */
export async function openSharedState(text: SharedText, random: Random): Promise<ScheduleState> {
  const states = new JobStates(emptyContent(random));
  const inTurn = createTurns();
  const take = (current: string | undefined) => {
    if (current !== undefined) {
      states.take(contentOf(current));
    }
  };
  take(await text.read());
  return {
    ...states.access,
    salt: states.salt,
    isShared: true,
    update: async (work) =>
      await inTurn(async () => {
        const seen = await text.read();
        take(seen);
        let result = work();
        if (states.text() !== seen) {
          await text.replace((current) => {
            if (current !== seen) {
              take(current);
              result = work();
            }
            return states.text();
          });
        }
        return result;
      }),
  };
}

function contentOf(text: string): StateContent {
  const parsed = parseState(text);
  if (parsed?.isWhole !== true) {
    throw new Failure('vault-damaged', 'The shared state of the schedule is damaged', {
      hint: 'Remove "schedule.json" from the vault: due times are then counted from now on',
    });
  }
  return parsed.content;
}
