import type { Random } from '../../../base/index.ts';
import type { Budget } from '../../world/budgets/budget.ts';
import { pickGuid } from '../../world/chance.ts';

/** The budgets of the organization. */
export interface BudgetRegister {
  /** In the order in which they were made. */
  list(): readonly Budget[];
  find(id: string): Budget | undefined;
  create(draft: Omit<Budget, 'consumed' | 'id'>): Budget;
  /** Puts a budget in the place of the one with its id. */
  replace(budget: Budget): void;
  remove(id: string): void;
}

/** Keeps budgets in memory; a new one has consumed nothing. */
export function createBudgetRegister(budgets: readonly Budget[], random: Random): BudgetRegister {
  const byId = new Map(budgets.map((budget) => [budget.id, budget]));
  return {
    list: () => [...byId.values()],
    find: (id) => byId.get(id.toLowerCase()),
    create(draft) {
      const budget = { ...draft, id: pickGuid(random), consumed: 0 };
      byId.set(budget.id, budget);
      return budget;
    },
    replace: (budget) => void byId.set(budget.id, budget),
    remove: (id) => void byId.delete(id.toLowerCase()),
  };
}
