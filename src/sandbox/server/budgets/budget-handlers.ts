import type { JsonObject } from '../../../base/json.ts';
import type { Dialect } from '../../../model/dialects.table.ts';
import type { Budget } from '../../world/budgets/create-budgets.ts';
import { apiError, json } from '../api/answer.ts';
import type { Caller } from '../api/caller.ts';
import { paginate } from '../api/pagination.ts';
import { type Handler, type HandlerFor, routeGroup, signedIn } from '../api/route.ts';
import { isBillingManager } from '../api/visibility.ts';
import type { Service } from '../service.ts';
import { DEFAULT_BUDGET, readBudgetBody } from './read-budget-body.ts';

/** The specification only shows the maximum. */
const DEFAULT_PER_PAGE = 10;

/** Lists budgets in an envelope; like the service's, it has no Link header. */
const listBudgets = forBudgets('view budgets', ({ url }, { budgets, dialect }) => {
  const scope = url.searchParams.get('scope');
  const user = url.searchParams.get('user');
  const listed = [...budgets.values()].filter((budget) => scope === null || budget.scope === scope);
  const { items, page, lastPage } = paginate(listed, { url, defaultPerPage: DEFAULT_PER_PAGE });
  return json({
    // Budgets in lists have an array of products.
    budgets: items.map((budget) => budgetJson(budget, dialect, { budget_product_skus: [budget.productSku] })),
    has_next_page: page < lastPage,
    total_count: listed.length,
    ...(dialect.name === 'github' && user !== null ? consumptionOf(user, listed) : {}),
  });
});

const createBudget = forBudgets('create a budget', ({ body }, { budgets, newBudgetId, world, dialect }) => {
  const draft = readBudgetBody(body, { world, dialect, before: DEFAULT_BUDGET, isNew: true });
  if ('status' in draft) {
    return draft;
  }
  const budget = { ...draft, id: newBudgetId(), consumed: 0 };
  budgets.set(budget.id, budget);
  return json({ message: 'Budget successfully created.', budget: budgetJson(budget, dialect) });
});

const getBudget = forBudget('view a budget', (budget, _request, { dialect }) =>
  json(budgetJson(budget, dialect)),
);

const updateBudget = forBudget('update a budget', (budget, { body }, service) => {
  const { budgets, world, dialect } = service;
  const draft = readBudgetBody(body, { world, dialect, before: budget, isNew: false });
  if ('status' in draft) {
    return draft;
  }
  const changed = { ...budget, ...draft };
  budgets.set(changed.id, changed);
  return json({ message: 'Budget successfully updated.', budget: budgetJson(changed, dialect) });
});

const deleteBudget = forBudget('delete a budget', ({ id }, _request, { budgets }) => {
  budgets.delete(id);
  return json({ message: 'Budget successfully deleted.', budget_id: id });
});

/** Wraps a handler that only billing managers may use. */
export function forBudgets(action: string, handle: Handler): Handler {
  return (request, service) =>
    mayManage(request.caller, service)
      ? handle(request, service)
      : apiError(403, `Insufficient permissions to ${action}.`);
}

function forBudget(action: string, handle: HandlerFor<Budget>): Handler {
  return forBudgets(action, (request, service) => {
    const id = request.parameters['budget_id'] ?? '';
    if (!/^[\da-f-]+$/i.test(id)) {
      return apiError(400, 'Invalid budget ID');
    }
    const budget = service.budgets.get(id.toLowerCase());
    return budget === undefined
      ? apiError(404, `Budget with ID ${id} not found.`)
      : handle(budget, request, service);
  });
}

/** Installations only need the permission; people must also be owners or billing managers. */
function mayManage(caller: Caller, { world }: Service): boolean {
  return (
    caller.type === 'token' && (caller.kind === 'app_installation' || isBillingManager(caller.login, world))
  );
}

/** The consumption of a user, and the budget that applies first. */
function consumptionOf(user: string, budgets: readonly Budget[]): JsonObject {
  const own = budgets.find((budget) => budget.user?.toLowerCase() === user.toLowerCase());
  const effective = own ?? budgets.find((budget) => budget.scope === 'multi_user_customer');
  if (effective === undefined) {
    return { user };
  }
  const { id, amount, consumed } = effective;
  return { user, effective_budget: { id, budget_amount: amount, consumed_amount: consumed } };
}

/** The real service also shows user and consumption, unlike specification 2.3. */
function budgetJson(
  budget: Budget,
  { name }: Dialect,
  products: JsonObject = { budget_product_sku: budget.productSku },
): JsonObject {
  return {
    id: budget.id,
    budget_type: budget.type,
    ...products,
    budget_scope: budget.scope,
    budget_entity_name: budget.entityName,
    budget_amount: budget.amount,
    prevent_further_usage: budget.preventsFurtherUsage,
    budget_alerting: { will_alert: budget.willAlert, alert_recipients: budget.alertRecipients },
    ...(name === 'github' ? { consumed_amount: budget.consumed } : {}),
    ...(name === 'github' && budget.user !== null ? { user: budget.user } : {}),
  };
}

/** Kinds of tokens that no billing endpoint takes. */
export const BUDGETS_REFUSE = ['classic', 'oauth', 'workflow'] as const;
const READING = signedIn(BUDGETS_REFUSE, [], 'organization_administration=read');
const WRITING = { access: signedIn(BUDGETS_REFUSE, [], 'organization_administration=write') };

/** Specification 4.1. */
export const BUDGET_ROUTES = routeGroup(
  { root: '/organizations/{org}/settings/billing/budgets', page: '/billing/budgets', access: READING },
  [
    ['GET', '', 'get-all-budgets-for-an-organization', listBudgets],
    ['GET', '/{budget_id}', 'get-a-budget-by-id-for-an-organization', getBudget],
    ['POST', '', 'create-a-budget-for-an-organization', createBudget, { ...WRITING, makes: 'content' }],
    ['PATCH', '/{budget_id}', 'update-a-budget-for-an-organization', updateBudget, WRITING],
    ['DELETE', '/{budget_id}', 'delete-a-budget-for-an-organization', deleteBudget, WRITING],
  ],
);
