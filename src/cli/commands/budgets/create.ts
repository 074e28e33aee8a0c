import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { writeFacts } from '../../render/write-facts.ts';
import { runAsJob, type ServiceCommandFlags } from '../../run-with-service.ts';
import { BUDGET_COLUMNS } from './budget-columns.ts';
import { addBudgetFlags, type BudgetFlags, readBudgetDraft } from './budget-flags.ts';
import { openBudgets } from './open-budgets.ts';

/** `satchel budgets create`: prints the budget that the service made. */
export function defineCreate(command: Command, context: CommandContext): void {
  addBudgetFlags(command);
  addHelpEnd(command, [
    'budgets create --org acme --type ProductPricing --sku actions --scope organization --amount 200',
    'budgets create --org acme --type BundlePricing --sku ai_credits --scope user --user mira --amount 20',
  ]);
  command.action(async (flags: ServiceCommandFlags & BudgetFlags) => {
    await runAsJob(flags, context, async (service, reporter) => {
      const item = await openBudgets(service).create(readBudgetDraft(flags));
      reporter.note(`Created the budget ${item.id}`);
      await writeFacts(context.stdout, { item, columns: BUDGET_COLUMNS }, flags.json === true);
    });
  });
}
