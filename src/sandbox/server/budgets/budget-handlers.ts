import type { JsonObject, Random } from '../../../base/index.ts';
import type { Dialect } from '../../../model/index.ts';
import type { Budget } from '../../world/budgets/create-budgets.ts';
import { pickGuid } from '../../world/chance.ts';
import { isOrganization } from '../../world/world.ts';
import { type Answer, apiError, json, notFound } from '../api/answer.ts';
import type { Caller } from '../api/caller.ts';
import { cutPage } from '../api/pagination.ts';
import type { ApiRequest, Handler } from '../api/route.ts';
import { isBillingManager } from '../api/sight.ts';
import type { Service } from '../service.ts';
import { DEFAULT_BUDGET, readBudgetOrder } from './budget-order.ts';

/** Page sizes of the list; the specification shows the maximum only. */
const PAGE_SIZES = { defaultPerPage: 10, maxPerPage: 100 } as const;

/** Lists budgets in an envelope; the service sends no Link header with it. */
export const listBudgets: Handler = forBudgets('view budgets', ({ url }, { budgets, dialect }) => {
  const scope = url.searchParams.get('scope');
  const user = url.searchParams.get('user');
  const listed = budgets.list().filter((budget) => scope === null || budget.scope === scope);
  const { items, page, lastPage } = cutPage(listed, { url, ...PAGE_SIZES });
  return json({
    budgets: items.map((budget) => listedBudgetJson(budget, dialect)),
    has_next_page: page < lastPage,
    total_count: listed.length,
    ...(dialect.name === 'github' && user !== null ? consumptionOf(user, listed) : {}),
  });
});

/** Creates a budget. */
export const createBudget: Handler = forBudgets(
  'create a budget',
  ({ body }, { budgets, world, dialect }) => {
    const order = readBudgetOrder(body, { world, before: DEFAULT_BUDGET, isNew: true });
    if ('status' in order) {
      return order;
    }
    const budget = budgetJson(budgets.create(order), dialect);
    return json({ message: 'Budget successfully created.', budget });
  },
);

/** Shows one budget. */
export const getBudget: Handler = forBudget('view a budget', (budget, _request, { dialect }) =>
  json(budgetJson(budget, dialect)),
);

/** Changes the fields that the body names. */
export const updateBudget: Handler = forBudget('update a budget', (budget, { body }, service) => {
  const { budgets, world, dialect } = service;
  const order = readBudgetOrder(body, { world, before: budget, isNew: false });
  if ('status' in order) {
    return order;
  }
  const changed = { ...budget, ...order };
  budgets.replace(changed);
  return json({ message: 'Budget successfully updated.', budget: budgetJson(changed, dialect) });
});

/** Deletes a budget. */
export const deleteBudget: Handler = forBudget('delete a budget', ({ id }, _request, { budgets }) => {
  budgets.remove(id);
  return json({ message: 'Budget successfully deleted.', budget_id: id });
});

type BudgetsHandler = (request: ApiRequest, service: Service) => Answer;

/** Wraps a handler so that only those get to it who may deal with the organization's money. */
function forBudgets(action: string, handle: BudgetsHandler): Handler {
  return (request, service) => {
    if (!isOrganization(service.world, request.parameters['org'])) {
      return notFound();
    }
    return mayManage(request.caller, service)
      ? handle(request, service)
      : apiError(403, `Insufficient permissions to ${action}.`);
  };
}

function forBudget(
  action: string,
  handle: (budget: Budget, request: ApiRequest, service: Service) => Answer,
): Handler {
  return forBudgets(action, (request, service) => {
    const id = request.parameters['budget_id'] ?? '';
    if (!/^[\da-f-]+$/i.test(id)) {
      return apiError(400, 'Invalid budget ID');
    }
    const budget = service.budgets.find(id);
    return budget === undefined
      ? apiError(404, `Budget with ID ${id} not found.`)
      : handle(budget, request, service);
  });
}

/** An installation needs the permission alone; people must be owners or billing managers as well. */
function mayManage(caller: Caller, { world }: Service): boolean {
  return (
    caller.type === 'token' && (caller.kind === 'app_installation' || isBillingManager(caller.login, world))
  );
}

/** What one user consumed, and the budget that stops them first. */
function consumptionOf(user: string, budgets: readonly Budget[]): JsonObject {
  const own = budgets.find((budget) => budget.user?.toLowerCase() === user.toLowerCase());
  const effective = own ?? budgets.find((budget) => budget.scope === 'multi_user_customer');
  return {
    user,
    ...(effective === undefined
      ? {}
      : {
          effective_budget: {
            id: effective.id,
            budget_amount: effective.amount,
            consumed_amount: effective.consumed,
          },
        }),
  };
}

/** Writes one budget; the real service also shows the user and what is consumed (specification 2.3 does not). */
function budgetJson(budget: Budget, dialect: Dialect): JsonObject {
  return { ...headJson(budget), budget_product_sku: budget.productSku, ...tailJson(budget, dialect) };
}

/** Writes a budget as lists have it: what it covers is an array there. */
function listedBudgetJson(budget: Budget, dialect: Dialect): JsonObject {
  return { ...headJson(budget), budget_product_skus: [budget.productSku], ...tailJson(budget, dialect) };
}

function headJson({ id, type }: Budget): JsonObject {
  return { id, budget_type: type };
}

function tailJson(budget: Budget, dialect: Dialect): JsonObject {
  return {
    budget_scope: budget.scope,
    budget_entity_name: budget.entityName,
    budget_amount: budget.amount,
    prevent_further_usage: budget.preventsFurtherUsage,
    budget_alerting: { will_alert: budget.willAlert, alert_recipients: budget.alertRecipients },
    ...(dialect.name === 'github'
      ? { consumed_amount: budget.consumed, ...(budget.user === null ? {} : { user: budget.user }) }
      : {}),
  };
}

/** The budgets of the organization, in the order in which they were made. `onChange` is called with all after every change. */
export class BudgetRegister {
  readonly #budgets: Map<string, Budget>;
  readonly #random: Random;
  readonly #onChange: (budgets: readonly Budget[]) => void;

  constructor(budgets: readonly Budget[], random: Random, onChange: (budgets: readonly Budget[]) => void) {
    this.#budgets = new Map(budgets.map((budget) => [budget.id, budget]));
    this.#random = random;
    this.#onChange = onChange;
  }

  list(): readonly Budget[] {
    return [...this.#budgets.values()];
  }

  find(id: string): Budget | undefined {
    return this.#budgets.get(id.toLowerCase());
  }

  /** A new budget has consumed nothing. */
  create(draft: Omit<Budget, 'consumed' | 'id'>): Budget {
    const budget = { ...draft, id: pickGuid(this.#random), consumed: 0 };
    this.replace(budget);
    return budget;
  }

  /** Puts a budget in the place of the one with its id. */
  replace(budget: Budget): void {
    this.#budgets.set(budget.id, budget);
    this.#onChange(this.list());
  }

  remove(id: string): void {
    this.#budgets.delete(id.toLowerCase());
    this.#onChange(this.list());
  }
}
