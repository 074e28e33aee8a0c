import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../src/model/dialects.table.ts';
import { openHarbour, type Reply } from './support/harbour.ts';

function namesOf({ json }: Reply): string[] {
  return json.map((item: { full_name: string }) => item.full_name);
}

describe('showOwnAccount()', () => {
  it('shows the account that the token belongs to', async () => {
    const { ask } = await openHarbour();
    expect((await ask('/user')).json).toMatchObject({
      login: 'alice',
      id: 11,
      type: 'User',
      email: 'alice@sea.example',
      public_repos: 2,
      total_private_repos: 1,
      html_url: 'https://code.example/alice',
    });
  });

  it('refuses installations, which do not have an account', async () => {
    const { ask, sandbox } = await openHarbour();
    const { tokens } = sandbox.ready;
    const statusWith = async (token: string) =>
      (await ask('/user', { authorization: `Bearer ${token}` })).status;
    expect(await statusWith(tokens.app_installation)).toBe(403);
    expect(await statusWith(tokens.fine_grained)).toBe(200);
  });
});

describe('listMemberships()', () => {
  it('lists the organization to its members, with their role, and to the scope that reads it', async () => {
    const { ask, sandbox } = await openHarbour();
    const { organization, user, tokens } = sandbox.ready;
    expect((await ask('/user/memberships/orgs?state=active')).json).toEqual([
      expect.objectContaining({
        state: 'active',
        role: 'admin',
        organization: expect.objectContaining({ login: organization }),
        user: expect.objectContaining({ login: user }),
      }),
    ]);
    expect((await ask('/user/memberships/orgs?state=pending')).json).toEqual([]);
    const { status } = await ask('/user/memberships/orgs', {
      authorization: `Bearer ${tokens.app_installation}`,
    });
    expect(status).toBe(403);
  });
});

describe('listOwnRepositories()', () => {
  it('lists all that the account can export', async () => {
    const { ask, sandbox } = await openHarbour();
    expect(namesOf(await ask('/user/repos'))).toEqual(sandbox.ready.repositories);
  });

  it('filters the list by affiliation and visibility', async () => {
    const { ask } = await openHarbour();
    expect(namesOf(await ask('/user/repos?affiliation=owner&visibility=private'))).toEqual(['alice/logbook']);
    expect(namesOf(await ask('/user/repos?affiliation=organization_member&visibility=public'))).toEqual([
      'Harbour-Works/shared',
    ]);
  });

  it('is paged', async () => {
    const { ask } = await openHarbour();
    const reply = await ask('/user/repos?per_page=2&page=3');
    expect(namesOf(reply)).toEqual(['Harbour-Works/shared']);
    expect(reply.headers['link']).toMatch(/rel="prev", .*rel="first"$/);
  });

  it.each(['service', 'github'] as const)(
    'has the field that only the real service dropped (%s)',
    async (dialect) => {
      const { ask } = await openHarbour({ dialect });
      const headers = { [DIALECTS[dialect].versionHeader]: '2026-03-10' };
      expect((await ask('/user/repos')).json[0]).toHaveProperty('has_downloads');
      const [newest] = (await ask('/user/repos', { headers })).json;
      expect('has_downloads' in newest).toBe(dialect === 'service');
    },
  );
});

describe('listOrganizationRepositories()', () => {
  it('lists those of the organization, private ones only to those who sign in', async () => {
    const { ask } = await openHarbour();
    const path = '/orgs/harbour-WORKS/repos';
    expect(namesOf(await ask(path))).toEqual(['Harbour-Works/crane', 'Harbour-Works/shared']);
    expect(namesOf(await ask(path, { authorization: null }))).toEqual(['Harbour-Works/shared']);
    expect((await ask('/orgs/nobody/repos')).status).toBe(404);
  });
});

describe('the addresses that records name', () => {
  it.each(['service', 'github'] as const)(
    'answer, for repositories, people and organizations (%s)',
    async (dialect) => {
      const { ask } = await openHarbour({ dialect });
      const [repository] = (await ask('/user/repos')).json;
      const ownPath = (url: string) => url.replace(/^https?:\/\/[^/]+(\/api\/v3)?/, '');
      expect((await ask(ownPath(repository.url))).json).toEqual(repository);
      const { json: person } = await ask(ownPath(repository.owner.url));
      expect(person).toMatchObject({ login: 'alice', type: 'User', email: null, public_repos: 2 });
      const { json: organization } = await ask('/orgs/harbour-works');
      expect(organization).toMatchObject({ login: 'Harbour-Works', type: 'Organization', public_repos: 1 });
      expect((await ask(ownPath(organization.repos_url))).status).toBe(200);
      expect((await ask('/repos/alice/logbook', { authorization: null })).status).toBe(404);
      expect((await ask('/users/nobody')).status).toBe(404);
      expect((await ask('/orgs/alice')).status).toBe(404);
    },
  );
});
