import type { Command } from 'commander';
import type { Service } from '../../../app/service.ts';
import { definedMembers } from '../../../base/json.ts';
import type { BudgetJson } from '../../../endpoints/answer-types.ts';
import { BUDGET_SCOPES, BUDGET_TYPES, type BudgetDraft } from '../../../endpoints/budget-rules.table.ts';
import { type Budgets, createBudgets } from '../../../endpoints/budgets.ts';
import { Failure } from '../../../model/failure.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd, gatherNames, parseWholeNumber } from '../../flags/flags.ts';
import { type RecordColumns, yesNo } from '../../render/write-records.ts';
import { defineVerbs, type Verb, type VerbArgument, type VerbCall, type VerbFlag } from './define-verbs.ts';

/** `satchel budgets …`: the billing budgets of an organization (specification 4.1). */
export function defineBudgets(command: Command, context: CommandContext): void {
  defineVerbs(command, BUDGET_VERBS, context);
  addHelpEnd(command, [
    'budgets list --org acme',
    'budgets create --org acme --sku actions --scope organization',
  ]);
}

const COLUMNS: RecordColumns<BudgetJson> = {
  id: (budget) => budget.id,
  type: (budget) => budget.budget_type,
  products: (budget) => (budget.budget_product_skus ?? [budget.budget_product_sku ?? '']).join(', '),
  scope: (budget) => budget.budget_scope,
  entity: (budget) => budget.user ?? budget.budget_entity_name,
  amount: (budget) => budget.budget_amount,
  consumed: (budget) => budget.consumed_amount,
  stops: (budget) => yesNo(budget.prevent_further_usage),
  alerts: ({ budget_alerting: alerting }) =>
    (alerting?.will_alert === true && alerting.alert_recipients?.join(', ')) || yesNo(alerting?.will_alert),
};

const ID: VerbArgument = ['<id>', 'id of the budget'];
const SOME_ID = '2066deda-923f-43f9';
const YES_NO = { choices: ['yes', 'no'] };

const FIELDS: readonly VerbFlag[] = [
  ['--amount <number>', 'the limit, in whole dollars or licenses', { parse: parseWholeNumber }],
  ['--prevent-further-usage <yes-or-no>', 'stop spending at the amount', YES_NO],
  ['--alert <yes-or-no>', 'alert when spending nears the amount', YES_NO],
  ['--recipient <login...>', 'who is alerted; one or more logins', { parse: gatherNames }],
  ['--scope <scope>', 'what the budget is for', { choices: BUDGET_SCOPES }],
  ['--entity <name>', 'name of the repository or cost center, for those scopes'],
  ['--type <type>', 'what it covers: a bundle, a product or one SKU', { choices: BUDGET_TYPES }],
  ['--sku <name>', 'the product or SKU: actions, actions_linux, ai_credits'],
  ['--user <login>', 'the user, for the scope user'],
];

interface Fields {
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

const BUDGET_VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'list the budgets of an organization',
    isList: true,
    isForJob: true,
    flags: [
      ['--scope <scope>', 'only budgets of this scope'],
      ['--user <login>', 'show what this user consumed'],
    ],
    examples: ['budgets list --org acme', 'budgets list --org acme --scope user --csv'],
    async run({ flags: { scope, user }, service, showList }: VerbCall<[], Fields>) {
      const { list, org } = openBudgets(service);
      const items = list(definedMembers({ scope, user }));
      const omitFirst = ['alerts', 'stops', 'consumed', 'type', 'entity'];
      await showList({ items, columns: COLUMNS, omitFirst, capture: { name: 'budgets', org } });
    },
  },
  {
    name: 'view',
    summary: 'show one budget',
    isForJob: true,
    arguments: [ID],
    examples: [`budgets view ${SOME_ID} --org acme`],
    async run({ args: [id], service, showRecord }: VerbCall<[id: string]>) {
      await showRecord(await openBudgets(service).get(id), COLUMNS);
    },
  },
  {
    name: 'create',
    summary: 'create a budget',
    isForJob: true,
    flags: FIELDS,
    examples: [
      'budgets create --org acme --sku actions --scope organization',
      'budgets create --org acme --scope user --user mira --amount 20',
    ],
    async run({ flags, service, reporter, showRecord }: VerbCall<[], Fields>) {
      const budget = await openBudgets(service).create(draftOf(flags));
      reporter.note(`Created the budget ${budget.id}`);
      await showRecord(budget, COLUMNS);
    },
  },
  {
    name: 'update',
    summary: 'change a budget',
    isForJob: true,
    arguments: [ID],
    flags: FIELDS,
    examples: [`budgets update ${SOME_ID} --org acme --amount 300`],
    async run({ args: [id], flags, service, reporter, showRecord }: VerbCall<[id: string], Fields>) {
      const budget = await openBudgets(service).update(id, draftOf(flags));
      reporter.note(`Updated the budget ${budget.id}`);
      await showRecord(budget, COLUMNS);
    },
  },
  {
    name: 'delete',
    summary: 'delete a budget',
    isForJob: true,
    arguments: [ID],
    flags: [['-n, --dry-run', 'show what would be deleted, and delete nothing']],
    examples: [`budgets delete ${SOME_ID} --org acme --dry-run`],
    async run({
      args: [id],
      flags,
      service,
      showOutcome,
    }: VerbCall<[id: string], { readonly dryRun?: boolean }>) {
      const budgets = openBudgets(service);
      if (flags.dryRun === true) {
        const { budget_type: type, budget_scope: scope, budget_amount: amount } = await budgets.get(id);
        const facts = [type, scope, amount].filter((fact) => fact !== null && fact !== undefined).join(', ');
        const sentence = `Would delete the budget ${id}${facts === '' ? '' : ` (${facts})`}`;
        await showOutcome({ id, outcome: 'would-delete' }, sentence);
        return;
      }
      await budgets.delete(id);
      await showOutcome({ id, outcome: 'deleted' }, `Deleted the budget ${id}`);
    },
  },
];

/** The budgets of the organization of `--org`; users have no budgets. */
function openBudgets({ client, owner }: Service): Budgets & { readonly org: string } {
  if (owner.type === 'user') {
    throw new Failure('usage', 'Cannot find budgets: no organization was named', {
      hint: 'Name it with --org',
    });
  }
  return { ...createBudgets(client, owner.name), org: owner.name };
}

function draftOf(flags: Fields): BudgetDraft {
  return definedMembers({
    amount: flags.amount,
    preventsFurtherUsage: isYes(flags.preventFurtherUsage),
    willAlert: isYes(flags.alert),
    alertRecipients: flags.recipient,
    scope: flags.scope,
    entityName: flags.entity,
    type: flags.type,
    productSku: flags.sku,
    user: flags.user,
  });
}

function isYes(choice: 'no' | 'yes' | undefined): boolean | undefined {
  return choice === undefined ? undefined : choice === 'yes';
}
