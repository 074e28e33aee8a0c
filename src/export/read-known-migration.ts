import { definedMembers } from '../base/json.ts';
import type { Migration } from '../model/migrations.ts';
import { createDoubt } from './passing-trouble.ts';
import { planPoll, type WaitOptions } from './wait-for-migration.ts';

interface ReadKnownOptions extends Pick<WaitOptions, 'clock' | 'id' | 'migrations' | 'onTrouble' | 'signal'> {
  /** How long such failures are doubted; by default as long as in a wait. */
  readonly maxDoubtMs?: number;
}

/** Reads a migration that the service is known to have, with its repositories. Doubts failures that deny it. */
export async function readKnownMigration(options: ReadKnownOptions): Promise<Migration> {
  const { clock, id, migrations, onTrouble, signal, maxDoubtMs } = options;
  const doubt = createDoubt(clock, maxDoubtMs);
  for (let tries = 0; ; tries += 1) {
    try {
      return await migrations.get(id, definedMembers({ signal }));
    } catch (error) {
      signal?.throwIfAborted();
      if (!doubt.applies(error)) {
        throw error;
      }
      const delayMs = planPoll({ pollsMade: tries });
      onTrouble?.(error, delayMs);
      await clock.sleep(delayMs, signal);
    }
  }
}
