import type { Command } from 'commander';
import { createNotifications } from '../../../endpoints/index.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd, parseWholeNumber } from '../../flags.ts';
import { jsonLine } from '../../json-names.ts';
import { writeFacts } from '../../render/write-facts.ts';
import { runWithService, type ServiceCommandFlags } from '../../run-with-service.ts';
import { SUBSCRIPTION_COLUMNS } from './subscription-columns.ts';

/** `satchel notifications subscription THREAD`: whether the account is subscribed, or has muted the thread. */
export function defineSubscription(command: Command, context: CommandContext): void {
  command.argument('<thread>', 'id of the thread', parseWholeNumber);
  addHelpEnd(command, ['notifications subscription 41']);
  command.action(async (id: number, flags: ServiceCommandFlags) => {
    await runWithService(flags, context, async ({ client }) => {
      const item = await createNotifications(client).getSubscription(id);
      const isJson = flags.json === true;
      if (item === undefined) {
        const words = `The account is not subscribed to the thread ${id}\n`;
        context.stdout.write(isJson ? jsonLine({ id, subscribed: false }) : words);
      } else {
        await writeFacts(context.stdout, { item, columns: SUBSCRIPTION_COLUMNS }, isJson);
      }
    });
  });
}
