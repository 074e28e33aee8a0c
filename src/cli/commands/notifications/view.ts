import type { Command } from 'commander';
import { createNotifications } from '../../../endpoints/index.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd, parseWholeNumber } from '../../flags.ts';
import { writeFacts } from '../../render/write-facts.ts';
import { runWithService, type ServiceCommandFlags } from '../../run-with-service.ts';
import { NOTIFICATION_COLUMNS } from './notification-columns.ts';

/** `satchel notifications view THREAD`: one thread as it is now. */
export function defineView(command: Command, context: CommandContext): void {
  command.argument('<thread>', 'id of the thread', parseWholeNumber);
  addHelpEnd(command, ['notifications view 41', 'notifications view 41 --json']);
  command.action(async (id: number, flags: ServiceCommandFlags) => {
    await runWithService(flags, context, async ({ client }) => {
      const item = await createNotifications(client).get(id);
      await writeFacts(context.stdout, { item, columns: NOTIFICATION_COLUMNS }, flags.json === true);
    });
  });
}
