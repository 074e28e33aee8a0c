import type { Command } from 'commander';
import { createAlerts } from '../../../endpoints/index.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { writeFacts } from '../../render/write-facts.ts';
import { runWithService, type ServiceCommandFlags } from '../../run-with-service.ts';
import { addAlertArguments } from './alert-argument.ts';
import { ALERT_FACTS } from './alert-columns.ts';

/** `satchel alerts view OWNER/NAME NUMBER`: one alert as it is now. */
export function defineView(command: Command, context: CommandContext): void {
  addAlertArguments(command);
  addHelpEnd(command, ['alerts view acme/rocket 7', 'alerts view acme/rocket 7 --json']);
  command.action(async (repository: string, number: number, flags: ServiceCommandFlags) => {
    await runWithService(flags, context, async ({ client }) => {
      const item = await createAlerts(client).get(repository, number);
      await writeFacts(context.stdout, { item, columns: ALERT_FACTS }, flags.json === true);
    });
  });
}
