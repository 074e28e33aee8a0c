import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { writeFacts } from '../../render/write-facts.ts';
import { runAsJob, type ServiceCommandFlags } from '../../run-with-service.ts';
import { BUDGET_COLUMNS } from './budget-columns.ts';
import { addBudgetFlags, type BudgetFlags, readBudgetDraft } from './budget-flags.ts';
import { openBudgets } from './open-budgets.ts';

/** `satchel budgets update ID`: changes the fields whose flags are given, and no others. */
export function defineUpdate(command: Command, context: CommandContext): void {
  command.argument('<id>', 'id of the budget');
  addBudgetFlags(command);
  addHelpEnd(command, ['budgets update 2066deda-923f-43f9-88d2-62395a28c0cd --org acme --amount 300']);
  command.action(async (id: string, flags: ServiceCommandFlags & BudgetFlags) => {
    await runAsJob(flags, context, async (service, reporter) => {
      const item = await openBudgets(service).update(id, readBudgetDraft(flags));
      reporter.note(`Updated the budget ${item.id}`);
      await writeFacts(context.stdout, { item, columns: BUDGET_COLUMNS }, flags.json === true);
    });
  });
}
