import { createSeededRandom, type Random } from '../../../base/index.ts';
import { pickGuid, pickSome } from '../chance.ts';
import type { World } from '../world.ts';

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

interface BudgetOutline {
  readonly type: BudgetType;
  readonly productSku: string;
  readonly scope: BudgetScope;
  readonly amount: number;
  readonly preventsFurtherUsage: boolean;
}

/** The budgets that the organization has; together more than one page of the list. */
const BUDGET_OUTLINES: readonly BudgetOutline[] = [
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

const MAX_RECIPIENTS = 2;

/** Invents the budgets of the organization, for its own repositories and members. */
export function createBudgets(world: World): readonly Budget[] {
  const random = createSeededRandom(`${world.seed}/budgets`);
  const owners = world.organization.members.filter((member) => member.role === 'admin');
  return BUDGET_OUTLINES.map((outline): Budget => {
    const { scope, amount } = outline;
    const user = scope === 'user' ? random.pick(world.organization.members).login : null;
    const recipients = scope === 'user' ? [] : pickSome(owners, random.integer(0, MAX_RECIPIENTS), random);
    return {
      ...outline,
      id: pickGuid(random),
      entityName: entityNameOf(scope, world, random),
      user,
      willAlert: recipients.length > 0,
      alertRecipients: recipients.map((member) => member.login),
      consumed: Math.round(amount * random.next() * 110) / 100,
    };
  });
}

function entityNameOf(scope: BudgetScope, world: World, random: Random): string {
  switch (scope) {
    case 'organization':
      return world.organization.login;
    case 'repository': {
      const own = world.repositories.filter(({ ownerType }) => ownerType === 'Organization');
      return own.length === 0 ? '' : random.pick(own).name;
    }
    case 'enterprise':
      return world.enterprise;
    case 'cost_center':
      return 'Field work';
    default:
      return '';
  }
}
