import { describe, expect, it } from 'vitest';
import { createBudgets } from '../../../../src/sandbox/world/budgets/create-budgets.ts';
import { makeWorld } from '../../support/make-world.ts';

describe('createBudgets()', () => {
  it('makes budgets for repositories, members and owners that exist', () => {
    const world = makeWorld();
    const { members, login } = world.organization;
    const budgets = createBudgets(world);
    expect(createBudgets(world)).toEqual(budgets);
    for (const budget of budgets) {
      expect(budget.id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(budget.user === null || members.some((member) => member.login === budget.user)).toBe(true);
      expect(budget.alertRecipients.every((name) => members.some((member) => member.login === name))).toBe(
        true,
      );
      const isOwn = world.repositories.some(
        ({ owner, name }) => owner === login && name === budget.entityName,
      );
      expect(budget.scope !== 'repository' || isOwn).toBe(true);
    }
  });
});
