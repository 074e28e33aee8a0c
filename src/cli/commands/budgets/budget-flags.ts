import type { Command } from 'commander';
import { definedMembers } from '../../../base/index.ts';
import { BUDGET_SCOPES, BUDGET_TYPES, type BudgetDraft } from '../../../endpoints/index.ts';
import { addFlag, gatherNames, parseWholeNumber } from '../../flags.ts';

/** The fields of a budget's body (specification 4.1) as flags. */
export interface BudgetFlags {
  readonly amount?: number;
  readonly preventFurtherUsage?: 'no' | 'yes';
  readonly alert?: 'no' | 'yes';
  readonly recipient?: readonly string[];
  readonly scope?: string;
  readonly entity?: string;
  readonly type?: string;
  readonly sku?: string;
  readonly user?: string;
}

/** Adds a flag for every field of the body. */
export function addBudgetFlags(command: Command): void {
  addFlag(command, '--amount <number>', 'whole dollars, or licenses', { parse: parseWholeNumber });
  addFlag(command, '--prevent-further-usage <yes-or-no>', 'stop spending at the amount', {
    choices: ['yes', 'no'],
  });
  addFlag(command, '--alert <yes-or-no>', 'alert when the amount comes near', { choices: ['yes', 'no'] });
  addFlag(command, '--recipient <login...>', 'who is alerted; several may follow', { parse: gatherNames });
  addFlag(command, '--scope <scope>', 'what the budget is for', { choices: BUDGET_SCOPES });
  addFlag(command, '--entity <name>', 'the one of that scope: a repository, a cost center');
  addFlag(command, '--type <type>', 'what it covers: a bundle, a product or one SKU', {
    choices: BUDGET_TYPES,
  });
  addFlag(command, '--sku <name>', 'the product or SKU: actions, actions_linux, ai_credits');
  addFlag(command, '--user <login>', 'the user, for the scope user');
}

/** The body that the flags ask for. */
export function readBudgetDraft(flags: BudgetFlags): BudgetDraft {
  return definedMembers({
    amount: flags.amount,
    preventsFurtherUsage: readChoice(flags.preventFurtherUsage),
    willAlert: readChoice(flags.alert),
    alertRecipients: flags.recipient,
    scope: flags.scope,
    entityName: flags.entity,
    type: flags.type,
    productSku: flags.sku,
    user: flags.user,
  });
}

function readChoice(choice: 'no' | 'yes' | undefined): boolean | undefined {
  return choice === undefined ? undefined : choice === 'yes';
}
