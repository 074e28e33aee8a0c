import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { writeFacts } from '../../render/write-facts.ts';
import { runAsJob, type ServiceCommandFlags } from '../../run-with-service.ts';
import { BUDGET_COLUMNS } from './budget-columns.ts';
import { openBudgets } from './open-budgets.ts';

/** `satchel budgets view ID`: one budget as it is now. */
export function defineView(command: Command, context: CommandContext): void {
  command.argument('<id>', 'id of the budget');
  addHelpEnd(command, ['budgets view 2066deda-923f-43f9-88d2-62395a28c0cd --org acme']);
  command.action(async (id: string, flags: ServiceCommandFlags) => {
    await runAsJob(flags, context, async (service) => {
      const item = await openBudgets(service).get(id);
      await writeFacts(context.stdout, { item, columns: BUDGET_COLUMNS }, flags.json === true);
    });
  });
}
