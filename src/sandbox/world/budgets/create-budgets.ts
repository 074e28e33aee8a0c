import { createSeededRandom } from '../../../base/random.ts';
import { pickGuid, pickSome } from '../random-picks.ts';
import type { World } from '../world.ts';

/** Specification 2.3. */
export const BUDGET_TYPES = ['BundlePricing', 'ProductPricing', 'SkuPricing'] as const;

export type BudgetType = (typeof BUDGET_TYPES)[number];

/** The first four can be created; the others belong to the enterprise. */
export const BUDGET_SCOPES = [
  'organization',
  'repository',
  'multi_user_customer',
  'user',
  'enterprise',
  'cost_center',
] as const;

export type BudgetScope = (typeof BUDGET_SCOPES)[number];

export interface Budget {
  readonly id: string;
  readonly type: BudgetType;
  /** The product or stock-keeping unit that it covers. */
  readonly productSku: string;
  readonly scope: BudgetScope;
  /** The entity it covers; repositories without their owner, empty if the scope is sufficient. */
  readonly entityName: string;
  /** Login; only for the scope `user`. */
  readonly user: string | null;
  /** Whole dollars, or the number of licenses. */
  readonly amount: number;
  readonly preventsFurtherUsage: boolean;
  readonly willAlert: boolean;
  /** Logins. */
  readonly alertRecipients: readonly string[];
  /** Spent this month, in the unit of `amount`. */
  readonly consumed: number;
}

type BudgetOutline = readonly [BudgetType, sku: string, BudgetScope, amount: number, prevents: boolean];

/** The budgets of the organization, which fill more than one page. */
const BUDGET_OUTLINES: readonly BudgetOutline[] = [
  ['ProductPricing', 'actions', 'organization', 400, true],
  ['ProductPricing', 'packages', 'organization', 60, false],
  ['SkuPricing', 'actions_linux', 'repository', 120, true],
  ['SkuPricing', 'actions_macos', 'repository', 80, true],
  ['SkuPricing', 'git_lfs_storage', 'organization', 15, false],
  ['BundlePricing', 'ai_credits', 'multi_user_customer', 40, true],
  ['BundlePricing', 'ai_credits', 'user', 90, true],
  ['SkuPricing', 'premium_requests', 'user', 25, true],
  ['SkuPricing', 'premium_requests', 'organization', 200, false],
  ['ProductPricing', 'actions', 'cost_center', 250, false],
  ['ProductPricing', 'packages', 'enterprise', 900, false],
  ['SkuPricing', 'actions_windows', 'organization', 0, true],
];

const MAX_RECIPIENTS = 2;

export function createBudgets(world: World): readonly Budget[] {
  const random = createSeededRandom(`${world.seed}/budgets`);
  const { organization, repositories, enterprise } = world;
  const owners = organization.members.filter((member) => member.role === 'admin');
  const own = repositories.filter(({ ownerType }) => ownerType === 'Organization');
  const names: Partial<Record<BudgetScope, string>> = {
    organization: organization.login,
    enterprise,
    cost_center: 'Field work',
  };
  return BUDGET_OUTLINES.map(([type, productSku, scope, amount, preventsFurtherUsage]): Budget => {
    const user = scope === 'user' ? random.pick(organization.members).login : null;
    const recipients = scope === 'user' ? [] : pickSome(owners, random.integer(0, MAX_RECIPIENTS), random);
    return {
      type,
      productSku,
      scope,
      amount,
      preventsFurtherUsage,
      id: pickGuid(random),
      entityName: scope === 'repository' && own.length > 0 ? random.pick(own).name : (names[scope] ?? ''),
      user,
      willAlert: recipients.length > 0,
      alertRecipients: recipients.map((member) => member.login),
      consumed: Math.round(amount * random.next() * 110) / 100,
    };
  });
}
