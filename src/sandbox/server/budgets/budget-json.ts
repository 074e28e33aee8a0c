import type { JsonObject } from '../../../base/index.ts';
import type { Dialect } from '../../../model/index.ts';
import type { Budget } from '../../world/budgets/budget.ts';

/** Writes one budget; the real service also tells the user and what is consumed (specification 2.3 does not). */
export function budgetJson(budget: Budget, dialect: Dialect): JsonObject {
  return { ...headJson(budget), budget_product_sku: budget.productSku, ...tailJson(budget, dialect) };
}

/** Writes a budget as lists have it: what it covers is an array there. */
export function listedBudgetJson(budget: Budget, dialect: Dialect): JsonObject {
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
