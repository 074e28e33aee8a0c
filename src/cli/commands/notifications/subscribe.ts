import type { Command } from 'commander';
import { createNotifications } from '../../../endpoints/index.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, parseWholeNumber } from '../../flags.ts';
import { writeFacts } from '../../render/write-facts.ts';
import { runWithService, type ServiceCommandFlags } from '../../run-with-service.ts';
import { SUBSCRIPTION_COLUMNS } from './subscription-columns.ts';

/** `satchel notifications subscribe THREAD`: hear of it, or not until the account takes part again. */
export function defineSubscribe(command: Command, context: CommandContext): void {
  command.argument('<thread>', 'id of the thread', parseWholeNumber);
  addFlag(command, '--ignore', 'mute the thread until the account comments or is mentioned');
  addHelpEnd(command, ['notifications subscribe 41', 'notifications subscribe 41 --ignore']);
  command.action(async (id: number, flags: ServiceCommandFlags & { readonly ignore?: boolean }) => {
    await runWithService(flags, context, async ({ client }) => {
      const item = await createNotifications(client).setSubscription(id, flags.ignore === true);
      await writeFacts(context.stdout, { item, columns: SUBSCRIPTION_COLUMNS }, flags.json === true);
    });
  });
}
