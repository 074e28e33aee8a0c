import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags.ts';
import { jsonLine } from '../../json-names.ts';
import { runAsJob, type ServiceCommandFlags } from '../../run-with-service.ts';
import { openBudgets } from './open-budgets.ts';

/** `satchel budgets delete ID`: the budget goes; a dry run reads it and says so. */
export function defineDelete(command: Command, context: CommandContext): void {
  command.argument('<id>', 'id of the budget');
  addFlag(command, '-n, --dry-run', 'say what would be deleted, and delete nothing');
  addHelpEnd(command, ['budgets delete 2066deda-923f-43f9-88d2-62395a28c0cd --org acme --dry-run']);
  command.action(async (id: string, flags: ServiceCommandFlags & { readonly dryRun?: boolean }) => {
    await runAsJob(flags, context, async (service) => {
      const budgets = openBudgets(service);
      if (flags.dryRun === true) {
        const { budget_type: type, budget_scope: scope, budget_amount: amount } = await budgets.get(id);
        const words = `Would delete the budget ${id} (${type}, ${scope}, ${amount})\n`;
        context.stdout.write(flags.json === true ? jsonLine({ id, outcome: 'would-delete' }) : words);
        return;
      }
      await budgets.delete(id);
      context.stdout.write(
        flags.json === true ? jsonLine({ id, outcome: 'deleted' }) : `Deleted the budget ${id}\n`,
      );
    });
  });
}
