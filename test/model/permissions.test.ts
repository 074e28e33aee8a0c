import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/model/dialects.table.ts';
import { ENDPOINT_ACCESS, UNLISTED_PERMISSIONS } from '../../src/model/permissions.table.ts';
import { accessOf, callInWordsOf, listPermissions, needsOf } from '../../src/model/permissions.ts';

function permissionsOf(call: string): readonly string[] {
  const [method = '', path = ''] = call.split(' ');
  return needsOf(method, path).rows.map(
    ({ tokens, permission, access, isOneOfSeveral }) =>
      `${tokens.join('+')}: ${permission} ${access}${isOneOfSeveral ? ' (multi)' : ''}`,
  );
}

describe('needsOf()', () => {
  it.each([
    ['PUT /orgs/{org}/blocks/{username}', ['fine_grained: Blocking users write']],
    ['GET /orgs/acme/blocks', ['fine_grained: Blocking users read']],
    ['POST /gists', ['fine_grained: Gists write']],
    ['PATCH /user', ['fine_grained: Profile write']],
    ['PATCH /user/memberships/orgs/{org}', ['app_user: Members write']],
    [
      'GET /organizations/{org}/settings/billing/budgets',
      ['fine_grained: Administration read', 'app_user+app_installation: Administration read'],
    ],
    ['PUT /orgs/{org}/actions/permissions/workflow', ['app_user+app_installation: Administration write']],
    [
      'GET /orgs/{org}/copilot/billing/seats',
      [
        'app_user+app_installation: Administration read (multi)',
        'app_user+app_installation: Assistant Business read (multi)',
      ],
    ],
    ['GET /user/codespaces/x/machines', ['fine_grained: Devenv metadata read']],
    ['GET /repos/o/r/code-quality/setup', ['app_user+app_installation: Administration write']],
    ['GET /nothing', []],
    ['PUT /orgs/{org}/blocks', []],
  ])('of %s is %j', (call, expected) => {
    expect(permissionsOf(call)).toEqual(expected);
  });

  it('prefers the row with the literal segment to the one with a parameter', () => {
    expect(permissionsOf('GET /orgs/o/code-security/configurations/defaults')).toEqual([
      'app_user+app_installation: Administration read',
    ]);
    expect(permissionsOf('POST /orgs/o/teams')).toEqual(['app_user+app_installation: Members write']);
  });
});

describe('accessOf()', () => {
  it.each([
    ['GET /user/migrations', ['classic', 'oauth']],
    ['PUT /repos/o/r/notifications', ['classic', 'oauth']],
    ['GET /enterprises/e/dependabot/alerts', ['classic', 'oauth']],
    ['DELETE /organizations/o/settings/billing/budgets/7', ['fine_grained', 'app_user', 'app_installation']],
    ['GET /nothing', undefined],
  ])('of %s names the tokens %j', (call, tokens) => {
    const [method = '', path = ''] = call.split(' ');
    expect(accessOf(method, path)?.tokens).toEqual(tokens);
  });
});

describe('listPermissions()', () => {
  it('finds each of its calls again, and names none twice in a row', () => {
    const rows = listPermissions();
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows) {
      expect(new Set(row.calls).size).toBe(row.calls.length);
      for (const call of row.calls) {
        expect(call).toMatch(/^(GET|POST|PUT|PATCH|DELETE) (\/[\w{}.-]+)+$/);
        const [method = '', path = ''] = call.split(' ');
        expect(needsOf(method, path).rows).toContainEqual(row);
      }
    }
  });

  it('lists the categories without rows separately', () => {
    const counts = Object.entries(UNLISTED_PERMISSIONS).map(([level, names]) => [level, new Set(names).size]);
    expect(Object.fromEntries(counts)).toEqual({ organization: 27, repository: 27, user: 3 });
  });

  it('uses the words of either dialect', () => {
    expect(callInWordsOf('GET /orgs/{org}/assistant/billing', DIALECTS.github)).toBe(
      'GET /orgs/{org}/copilot/billing',
    );
    expect(callInWordsOf('GET /orgs/{org}/assistant/billing', DIALECTS.service)).toBe(
      'GET /orgs/{org}/assistant/billing',
    );
  });

  it('recognizes an endpoint of section 4 by each of its calls', () => {
    for (const { calls, tokens } of ENDPOINT_ACCESS) {
      for (const call of calls) {
        const [methods = '', path = ''] = call.split(' ');
        for (const method of methods.split(',')) {
          expect(accessOf(method, path)?.tokens).toEqual(tokens);
        }
      }
    }
  });
});
