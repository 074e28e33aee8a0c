import type { Service } from '../../../app/index.ts';
import { Failure } from '../../../base/index.ts';
import { type Budgets, createBudgets } from '../../../endpoints/index.ts';

/** The budgets of the organization that `--org` names; only organizations have some (specification 4.1). */
export function openBudgets({ client, owner }: Service): Budgets & { readonly org: string } {
  if (owner.type === 'user') {
    throw new Failure('usage', 'Cannot tell whose budgets are meant: no organization was named', {
      hint: 'Name it with --org',
    });
  }
  return { ...createBudgets(client, owner.name), org: owner.name };
}
