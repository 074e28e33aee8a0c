import type { DialectName } from '../model/dialects.table.ts';

/** A new budget, or changes to one (specification 4.1); the service decides about absent members. */
export interface BudgetDraft {
  /** In whole dollars, or licences where a product is sold by licence. */
  readonly amount?: number | undefined;
  readonly preventsFurtherUsage?: boolean | undefined;
  readonly willAlert?: boolean | undefined;
  readonly alertRecipients?: readonly string[] | undefined;
  readonly scope?: string | undefined;
  readonly entityName?: string | undefined;
  readonly type?: string | undefined;
  readonly productSku?: string | undefined;
  /** The login, for budgets of one user. */
  readonly user?: string | undefined;
}

export const BUDGET_TYPES = ['BundlePricing', 'ProductPricing', 'SkuPricing'] as const;

const SCOPES_TO_CREATE = ['organization', 'repository', 'multi_user_customer', 'user'] as const;

/** Every scope that a budget can have (specification 2.3). */
export const BUDGET_SCOPES = ['enterprise', 'cost_center', ...SCOPES_TO_CREATE] as const;

const SCOPES_PER_USER = ['user', 'multi_user_customer'];
const SKUS_PER_USER = ['ai_credits', 'premium_requests'];

interface BudgetRule {
  /** What is wrong if the rule is broken, to be read after a colon. */
  readonly says: string;
  readonly isBroken: (draft: BudgetDraft, isNew: boolean) => boolean;
  /** A rule that the specification does not have. */
  readonly dialect?: DialectName;
}

/** Rules 1 to 3 of specification 4.1, its scopes, and the rules of GitHub's reference for budgets of users. */
export const BUDGET_RULES: readonly BudgetRule[] = [
  {
    says: `a new budget has one of the scopes ${SCOPES_TO_CREATE.join(', ')}`,
    isBroken: ({ scope }, isNew) =>
      isNew && scope !== undefined && !SCOPES_TO_CREATE.some((allowed) => allowed === scope),
  },
  {
    says: `the scope must be one of ${BUDGET_SCOPES.join(', ')}`,
    isBroken: ({ scope }) => scope !== undefined && !BUDGET_SCOPES.some((allowed) => allowed === scope),
  },
  {
    says: `the type must be one of ${BUDGET_TYPES.join(', ')}`,
    isBroken: ({ type }) => type !== undefined && !BUDGET_TYPES.some((allowed) => allowed === type),
  },
  {
    says: 'the scope user needs the login of the user',
    isBroken: ({ scope, user }, isNew) => isNew && scope === 'user' && (user ?? '') === '',
  },
  {
    says: `the scopes ${SCOPES_PER_USER.join(' and ')} work only with the products ${SKUS_PER_USER.join(' and ')}`,
    isBroken: ({ scope, productSku }, isNew) =>
      isPerUser(scope) && (productSku === undefined ? isNew : !SKUS_PER_USER.includes(productSku)),
  },
  {
    says: 'the type BundlePricing works only with the product ai_credits',
    isBroken: ({ type, productSku }) =>
      type === 'BundlePricing' && productSku !== undefined && productSku !== 'ai_credits',
  },
  {
    dialect: 'github',
    says: `budgets of the scopes ${SCOPES_PER_USER.join(' and ')} always prevent further usage`,
    isBroken: ({ scope, preventsFurtherUsage }) => isPerUser(scope) && preventsFurtherUsage === false,
  },
  {
    dialect: 'github',
    says: 'a new budget of one user cannot alert',
    isBroken: ({ scope, willAlert, alertRecipients }, isNew) =>
      isNew && scope === 'user' && (willAlert === true || (alertRecipients ?? []).length > 0),
  },
  {
    says: 'the amount must be a whole number of dollars or licenses',
    isBroken: ({ amount }) => amount !== undefined && !(Number.isSafeInteger(amount) && amount >= 0),
  },
];

function isPerUser(scope: string | undefined): boolean {
  return scope !== undefined && SCOPES_PER_USER.includes(scope);
}
