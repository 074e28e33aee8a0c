import type { JsonObject, Random } from '../../base/index.ts';
import { DEFAULT_BUDGET, readBudgetOrder } from '../server/budgets/budget-order.ts';
import type { Budget } from '../world/budgets/budget.ts';
import { pickGuid } from '../world/chance.ts';
import type { World } from '../world/world.ts';
import { refuseScenario } from './refuse-scenario.ts';

/** The budgets of a scenario, by the rules of the service. Fails with `usage` for one that it would refuse. */
export function scenarioBudgets(
  bodies: readonly JsonObject[],
  world: World,
  random: Random,
): readonly Budget[] {
  return bodies.map((body, index) => {
    const draft = readBudgetOrder(body, { world, before: DEFAULT_BUDGET, isNew: true });
    if ('status' in draft) {
      throw refuseScenario(
        `/budgets/${index} would be refused: ${draft.message} ${JSON.stringify(draft.errors ?? [])}`,
      );
    }
    const { id, consumed_amount: consumed } = body;
    return {
      ...draft,
      id: typeof id === 'string' ? id : pickGuid(random),
      consumed: typeof consumed === 'number' ? consumed : 0,
    };
  });
}
