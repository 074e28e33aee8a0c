import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { defineSteps } from '../../define-steps.ts';
import { addHelpEnd } from '../../flags.ts';
import { defineCreate } from './create.ts';
import { defineDelete } from './delete.ts';
import { defineList } from './list.ts';
import { defineUpdate } from './update.ts';
import { defineView } from './view.ts';

const STEPS = [
  { name: 'list', summary: 'list the budgets of an organization', define: defineList },
  { name: 'view', summary: 'show one budget', define: defineView },
  { name: 'create', summary: 'create a budget', define: defineCreate },
  { name: 'update', summary: 'change a budget', define: defineUpdate },
  { name: 'delete', summary: 'delete a budget', define: defineDelete },
] as const;

/** `satchel budgets …`: the billing budgets of an organization. */
export function defineBudgets(command: Command, context: CommandContext): void {
  defineSteps(command, STEPS, context);
  addHelpEnd(command, [
    'budgets list --org acme',
    'budgets create --org acme --type ProductPricing --sku actions --scope organization --amount 200',
  ]);
}
