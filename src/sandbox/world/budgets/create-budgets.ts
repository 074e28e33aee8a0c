import { createSeededRandom, type Random } from '../../../base/index.ts';
import { pickGuid, pickSome } from '../chance.ts';
import type { World } from '../world.ts';
import type { Budget, BudgetScope } from './budget.ts';
import { BUDGET_OUTLINES } from './budget-outlines.table.ts';

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
