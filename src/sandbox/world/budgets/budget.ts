/** What a budget can cover (specification 2.3). */
export const BUDGET_TYPES = ['BundlePricing', 'ProductPricing', 'SkuPricing'] as const;

export type BudgetType = (typeof BUDGET_TYPES)[number];

/** Whom a budget can be for; the first four can be created, the others are the enterprise's. */
export const BUDGET_SCOPES = [
  'organization',
  'repository',
  'multi_user_customer',
  'user',
  'enterprise',
  'cost_center',
] as const;

export type BudgetScope = (typeof BUDGET_SCOPES)[number];

/** A limit to spending. */
export interface Budget {
  readonly id: string;
  readonly type: BudgetType;
  /** The product or stock-keeping unit that it covers. */
  readonly productSku: string;
  readonly scope: BudgetScope;
  /** What it is for; the name alone for a repository, empty where the scope says it all. */
  readonly entityName: string;
  /** Login; only for the scope `user`. */
  readonly user: string | null;
  /** Whole dollars, or licences for products that are sold by licence. */
  readonly amount: number;
  readonly preventsFurtherUsage: boolean;
  readonly willAlert: boolean;
  /** Logins. */
  readonly alertRecipients: readonly string[];
  /** What was spent of it so far this month, in the unit of `amount`. */
  readonly consumed: number;
}
