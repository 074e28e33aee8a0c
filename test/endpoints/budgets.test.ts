import { describe, expect, it } from 'vitest';
import { type Budgets, createBudgets } from '../../src/endpoints/budgets.ts';
import type { Failure } from '../../src/model/failure.ts';
import { json, type Step } from '../client/support/scripted-server.ts';
import { NOT_FOUND, startScriptedService } from './support/scripted-service.ts';

async function failureOf(step: Step, call: (budgets: Budgets) => Promise<unknown>): Promise<Failure> {
  const { client } = await startScriptedService(step);
  return await call(createBudgets(client, 'acme')).then(
    () => expect.unreachable('the call fails'),
    (failure) => failure,
  );
}

const ABSENT = json(404, NOT_FOUND);

describe('createBudgets()', () => {
  it.each([
    ['list', (budgets: Budgets) => budgets.list()[Symbol.asyncIterator]().next()],
    ['create', (budgets: Budgets) => budgets.create({ amount: 1 })],
  ])('names the organization as what to check if %s finds none', async (_, call) => {
    const failure = await failureOf(ABSENT, call);
    expect([failure.code, failure.hint]).toEqual(['absent', 'Check the name of the organization']);
  });

  it('names the id as what to check if one budget is absent', async () => {
    expect((await failureOf(ABSENT, (budgets) => budgets.get('b1'))).hint).toContain('Check the id');
  });

  it.each<[string, Step]>([
    ['a broken connection', (response) => void response.destroy()],
    ['an error of the service', json(502, { message: 'Server Error' })],
  ])('warns after %s that the budget may exist', async (_, step) => {
    const failure = await failureOf(step, (budgets) => budgets.create({ amount: 1 }));
    expect(failure.message).toContain('; it is unknown whether it was created');
    expect(failure.hint).toContain('List the budgets');
  });
});
