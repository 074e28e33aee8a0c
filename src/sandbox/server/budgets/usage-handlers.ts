import type { JsonObject } from '../../../base/json.ts';
import type { Budget } from '../../world/budgets/create-budgets.ts';
import { json } from '../api/answer.ts';
import { type Handler, routeGroup, signedIn } from '../api/route.ts';
import type { Service } from '../service.ts';
import { BUDGETS_REFUSE, forBudgets } from './budget-handlers.ts';

/**
 * What an organization used this month. The specification names these reads of 4.1 without parameters or bodies: the shape
 * is ours, with names of the real service, and query parameters are ignored. What was used is what its budgets count.
 */
function usageOf(includes: (budget: Budget) => boolean): Handler {
  return forBudgets('view usage', (_request, service) => {
    const { budgets, world } = service;
    const items = [...budgets.values()].filter((budget) => budget.consumed > 0 && includes(budget));
    return json({
      timePeriod: monthOf(service),
      organization: world.organization.login,
      usageItems: items.map(usageJson),
    });
  });
}

function usageJson({ type, productSku, scope, entityName, user, consumed }: Budget): JsonObject {
  return {
    product: type === 'SkuPricing' ? (productSku.split('_')[0] ?? productSku) : productSku,
    sku: productSku,
    unitType: 'dollars',
    quantity: consumed,
    netAmount: consumed,
    ...(scope === 'repository' ? { repositoryName: entityName } : {}),
    ...(user === null ? {} : { user }),
  };
}

/** The amount of each product or SKU. */
const showSummary = forBudgets('view usage', (_request, service) => {
  const totals = new Map<string, number>();
  for (const { productSku, consumed } of service.budgets.values()) {
    totals.set(productSku, Math.round(((totals.get(productSku) ?? 0) + consumed) * 100) / 100);
  }
  return json({
    timePeriod: monthOf(service),
    organization: service.world.organization.login,
    usageItems: [...totals].map(([sku, netAmount]) => ({ sku, unitType: 'dollars', netAmount })),
  });
});

function monthOf({ clock }: Service): JsonObject {
  const now = new Date(clock.now());
  return { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 };
}

/** The other billing reads of specification 4.1. */
export const USAGE_ROUTES = routeGroup(
  {
    root: '/organizations/{org}/settings/billing',
    page: '/billing/usage',
    access: signedIn(BUDGETS_REFUSE, [], 'organization_administration=read'),
  },
  [
    ['GET', '/usage', 'get-billing-usage-report-for-an-organization', usageOf(() => true)],
    ['GET', '/usage/summary', 'get-billing-usage-summary-for-an-organization', showSummary],
    [
      'GET',
      '/ai_credit/usage',
      'get-billing-ai-credit-usage-report-for-an-organization',
      usageOf(({ productSku }) => productSku === 'ai_credits'),
    ],
    [
      'GET',
      '/premium_request/usage',
      'get-billing-premium-request-usage-report-for-an-organization',
      usageOf(({ productSku }) => productSku === 'premium_requests'),
    ],
  ],
);
