import { describe, expect, it } from 'vitest';
import { openHarbour } from '../support/harbour.ts';
import { createLivelyWorld, openLivelyHarbour } from '../support/lively-harbour.ts';

const BOB = { token: 'bobs', kind: 'classic', login: 'bob', permissions: {} } as const;
const GRANTS = [
  { ...BOB, scopes: ['repo', 'admin:org', 'user'] },
  { ...BOB, token: 'narrow', login: 'alice', scopes: ['read:org'] },
];

async function openPort() {
  const harbour = await openHarbour({ grants: GRANTS });
  const { ask } = harbour;
  const askAs =
    (token: string) =>
    (path: string, question: Parameters<typeof ask>[1] = {}) =>
      ask(path, { authorization: `Bearer ${token}`, ...question });
  return { ...harbour, asBob: askAs('bobs'), asNarrow: askAs('narrow') };
}

describe('who is asking', () => {
  it('is the person of the token, not the first of the world', async () => {
    const { asBob } = await openPort();
    expect((await asBob('/user')).json).toMatchObject({ login: 'bob', id: 12, email: 'bob@sea.example' });
    expect((await asBob('/user/repos')).json).toEqual([]);
  });

  it('sees private repositories of an organization as a member with the scope for them only', async () => {
    const { ask, asBob, asNarrow } = await openPort();
    const namesOf = async (reply: ReturnType<typeof ask>) =>
      (await reply).json.map((repository: { name: string }) => repository.name);
    expect(await namesOf(ask('/orgs/harbour-works/repos'))).toEqual(['crane', 'shared']);
    expect(await namesOf(asBob('/orgs/harbour-works/repos'))).toEqual(['shared']);
    expect(await namesOf(asNarrow('/orgs/harbour-works/repos'))).toEqual(['shared']);
  });

  it('receives its permissions in a repository', async () => {
    const { ask, asBob } = await openPort();
    const permissionsOf = async (reply: ReturnType<typeof ask>) => (await reply).json[0].permissions;
    const path = '/orgs/harbour-works/repos?per_page=1&page=2';
    expect(await permissionsOf(ask(path))).toEqual({ admin: true, push: true, pull: true });
    expect(await permissionsOf(asBob('/orgs/harbour-works/repos'))).toEqual({
      admin: false,
      push: false,
      pull: true,
    });
  });

  it('sees, starts and downloads only its own migrations', async () => {
    const { ask, asBob } = await openPort();
    const order = { method: 'POST', body: { repositories: ['alice/logbook'] } } as const;
    const started = await ask('/user/migrations', order);
    const path = `/user/migrations/${started.json.id}`;
    expect((await asBob('/user/migrations')).json).toEqual([]);
    for (const hidden of [path, `${path}/repositories`, `${path}/archive`]) {
      expect((await asBob(hidden)).status).toBe(404);
    }
    expect((await asBob(`${path}/archive`, { method: 'DELETE' })).status).toBe(404);
    expect((await asBob(`${path}/repos/logbook/lock`, { method: 'DELETE' })).status).toBe(404);
    expect((await asBob('/user/migrations', order)).status).toBe(422);
  });

  it('exports an organization as one of its owners only', async () => {
    const { ask, asBob } = await openPort();
    const order = { method: 'POST', body: { repositories: ['harbour-works/shared'] } } as const;
    expect((await asBob('/orgs/harbour-works/migrations', order)).status).toBe(404);
    expect((await asBob('/orgs/harbour-works/migrations')).status).toBe(404);
    expect((await ask('/orgs/harbour-works/migrations', order)).status).toBe(201);
  });

  it('sees private events in the dashboard of an organization only with the scope for them', async () => {
    const lively = createLivelyWorld('service');
    const hidden = lively.repositories.find(({ ownerType }) => ownerType === 'Organization')?.id;
    const repositories = lively.repositories.map((repository) =>
      repository.id === hidden ? { ...repository, isPrivate: true } : repository,
    );
    const { login } = lively.account;
    const { ask, sandbox } = await openLivelyHarbour('service', {
      world: { ...lively, repositories },
      grants: [{ ...BOB, token: 'narrow', login, scopes: ['read:org'] }],
    });
    const { user, organization } = sandbox.ready;
    const path = `/users/${user}/events/orgs/${organization}?per_page=100`;
    const own = (await ask(path)).json as readonly { readonly public: boolean }[];
    expect(own.some((event) => !event.public)).toBe(true);
    const narrow = (await ask(path, { authorization: 'Bearer narrow' })).json as typeof own;
    expect(narrow.length).toBeGreaterThan(0);
    expect(narrow.every((event) => event.public)).toBe(true);
  });
});
