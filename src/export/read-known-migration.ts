import { definedMembers } from '../base/index.ts';
import type { Migration } from '../model/index.ts';
import { createDoubt } from './passing-trouble.ts';
import { planPoll, type WaitOptions } from './wait-for-migration.ts';

/** Reads a migration that the service is known to have, with its repositories. Doubts failures that deny it. */
export async function readKnownMigration(
  options: Pick<WaitOptions, 'clock' | 'id' | 'migrations' | 'onTrouble' | 'signal'>,
): Promise<Migration> {
  const { clock, id, migrations, onTrouble, signal } = options;
  const doubt = createDoubt(clock);
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
