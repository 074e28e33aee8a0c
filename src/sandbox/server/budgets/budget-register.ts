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

/** Keeps budgets; a new one has consumed nothing. `onChange` hears of every change. */
export function createBudgetRegister(
  budgets: readonly Budget[],
  { random, onChange }: { readonly random: Random; readonly onChange: (budgets: readonly Budget[]) => void },
): BudgetRegister {
  const changed = () => onChange([...byId.values()]);
  const byId = new Map(budgets.map((budget) => [budget.id, budget]));
  return {
    list: () => [...byId.values()],
    find: (id) => byId.get(id.toLowerCase()),
    create(draft) {
      const budget = { ...draft, id: pickGuid(random), consumed: 0 };
      byId.set(budget.id, budget);
      changed();
      return budget;
    },
    replace(budget) {
      byId.set(budget.id, budget);
      changed();
    },
    remove(id) {
      byId.delete(id.toLowerCase());
      changed();
    },
  };
}
