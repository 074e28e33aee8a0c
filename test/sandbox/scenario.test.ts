import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseScenario, readScenario } from '../../src/sandbox/scenario.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const directory = temporaryFolder();

describe('parseScenario()', () => {
  it('accepts an empty scenario, and a full one', () => {
    expect(parseScenario('{}')).toEqual({});
    const scenario = { account: { login: 'ada' }, repositories: [{ name: 'loom', private: true }] };
    expect(parseScenario(JSON.stringify(scenario))).toEqual(scenario);
  });

  it.each([
    [[], '/ must be object'],
    [{ acount: {} }, '/acount is not a known field'],
    [{ account: { login: 'a b' } }, '/account/login must match pattern'],
    [{ repositories: [{}, { name: 'a/b' }] }, '/repositories/1/name must match pattern'],
    [{ repositories: [{ owner: 'me' }] }, '/repositories/0/owner must be one of account, organization'],
    [{ tokens: [{ kind: 'classic' }] }, '/tokens/0/token must be present'],
    [{ budgets: [{ budget_amount: -1 }] }, '/budgets/0/budget_amount must be >= 0'],
    [{ alerts: [{ repository: 'loom' }] }, '/alerts/0/repository must match pattern'],
  ])('names the place of what is wrong: %j', (value, message) => {
    expect(() => parseScenario(JSON.stringify(value))).toThrow(message);
  });
});

describe('readScenario()', () => {
  it('fails with the name of the file', async () => {
    const path = join(directory, 'broken.json');
    writeFileSync(path, '{"people": }');
    await expect(readScenario(path)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`Cannot use the scenario "${path}": `),
    });
    await expect(readScenario(join(directory, 'missing.json'))).rejects.toMatchObject({ code: 'absent' });
    mkdirSync(join(directory, 'folder'));
    await expect(readScenario(join(directory, 'folder'))).rejects.toMatchObject({ code: 'file-system' });
  });
});
