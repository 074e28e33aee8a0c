import type { BudgetScope, BudgetType } from './budget.ts';

interface BudgetOutline {
  readonly type: BudgetType;
  readonly productSku: string;
  readonly scope: BudgetScope;
  readonly amount: number;
  readonly preventsFurtherUsage: boolean;
}

/** The budgets that the organization has; together more than one page of the list. */
export const BUDGET_OUTLINES: readonly BudgetOutline[] = [
  {
    type: 'ProductPricing',
    productSku: 'actions',
    scope: 'organization',
    amount: 400,
    preventsFurtherUsage: true,
  },
  {
    type: 'ProductPricing',
    productSku: 'packages',
    scope: 'organization',
    amount: 60,
    preventsFurtherUsage: false,
  },
  {
    type: 'SkuPricing',
    productSku: 'actions_linux',
    scope: 'repository',
    amount: 120,
    preventsFurtherUsage: true,
  },
  {
    type: 'SkuPricing',
    productSku: 'actions_macos',
    scope: 'repository',
    amount: 80,
    preventsFurtherUsage: true,
  },
  {
    type: 'SkuPricing',
    productSku: 'git_lfs_storage',
    scope: 'organization',
    amount: 15,
    preventsFurtherUsage: false,
  },
  {
    type: 'BundlePricing',
    productSku: 'ai_credits',
    scope: 'multi_user_customer',
    amount: 40,
    preventsFurtherUsage: true,
  },
  { type: 'BundlePricing', productSku: 'ai_credits', scope: 'user', amount: 90, preventsFurtherUsage: true },
  {
    type: 'SkuPricing',
    productSku: 'premium_requests',
    scope: 'user',
    amount: 25,
    preventsFurtherUsage: true,
  },
  {
    type: 'SkuPricing',
    productSku: 'premium_requests',
    scope: 'organization',
    amount: 200,
    preventsFurtherUsage: false,
  },
  {
    type: 'ProductPricing',
    productSku: 'actions',
    scope: 'cost_center',
    amount: 250,
    preventsFurtherUsage: false,
  },
  {
    type: 'ProductPricing',
    productSku: 'packages',
    scope: 'enterprise',
    amount: 900,
    preventsFurtherUsage: false,
  },
  {
    type: 'SkuPricing',
    productSku: 'actions_windows',
    scope: 'organization',
    amount: 0,
    preventsFurtherUsage: true,
  },
];
