import { describe, expect, it } from 'vitest';
import { listMemberships } from '../../src/endpoints/memberships.ts';
import { json } from '../client/support/scripted-server.ts';
import { NOT_FOUND, startScriptedService } from './support/scripted-service.ts';

function membership(login: string, role?: string) {
  return { state: 'active', role, organization: { login, id: 1 } };
}

describe('listMemberships()', () => {
  it('lists the organizations of all pages, and which of them the account owns', async () => {
    const { client, requests } = await startScriptedService(
      json(200, [membership('acme', 'admin')], { link: '</next>; rel="next"' }),
      json(200, [
        membership('guild', 'member'),
        membership('shop', 'billing_manager'),
        membership('old'),
        membership('new', 'chair'),
      ]),
    );
    expect(await listMemberships(client)).toEqual([
      { organization: 'acme', isOwner: true },
      { organization: 'guild', isOwner: false },
      { organization: 'shop', isOwner: false },
      { organization: 'old', isOwner: undefined },
      { organization: 'new', isOwner: undefined },
    ]);
    expect(requests.map(({ path }) => path)).toEqual([
      '/user/memberships/orgs?state=active&per_page=100',
      '/next',
    ]);
  });

  it('says what to do if the service has no such list', async () => {
    const { client } = await startScriptedService(json(404, NOT_FOUND));
    await expect(listMemberships(client)).rejects.toMatchObject({
      code: 'absent',
      message: 'Cannot list the organizations of the account: this service has no such list (404)',
      commandHint: 'Back up each organization by name, with --org NAME',
    });
  });
});
