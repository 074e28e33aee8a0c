import { describe, expect, it } from 'vitest';
import { assessRepositories, chooseRepositories } from '../../src/backup/choose-repositories.ts';
import { createRepositories } from '../../src/endpoints/repositories.ts';
import { cleanRequest } from '../../src/export/start-migration.ts';
import { json } from '../client/support/scripted-server.ts';
import { openClientStage } from '../endpoints/conformance/support/client-stage.ts';
import { startScriptedService } from '../endpoints/support/scripted-service.ts';

async function openSource() {
  const stage = await openClientStage('service', { repositories: 6, issues: 0 });
  const source = {
    owner: { type: 'user' },
    repositories: createRepositories(stage.clientOf('classic')),
    nowMs: 0,
  } as const;
  const { user, organization, repositories } = stage.sandbox.ready;
  const ownedBy = (login: string) => repositories.filter((name) => name.startsWith(`${login}/`)).sort();
  return { source, user, organization, ownedBy, requests: stage.requests };
}

describe('chooseRepositories()', () => {
  it('uses what the account owns by default', async () => {
    const { source, user, ownedBy } = await openSource();
    const request = await chooseRepositories({ repositories: undefined, excludeReleases: true }, source);
    expect([...request.repositories].sort()).toEqual(ownedBy(user));
    expect(request).not.toHaveProperty('selection');
    expect(request.excludeReleases).toBe(true);
  });

  it('ignores unusual names in the list of repositories', async () => {
    const names = ['räksmörgås/app', 'acme/.github', '-dash/x', 'nameless', 'a/b/c', 'acme/app'];
    const { client } = await startScriptedService(
      json(
        200,
        names.map((name, index) => ({ id: index + 1, full_name: name })),
      ),
    );
    const told: string[] = [];
    const source = {
      owner: { type: 'user' },
      repositories: createRepositories(client),
      nowMs: 0,
      onSkipped: (message: string) => told.push(message),
    } as const;
    const request = cleanRequest(await chooseRepositories({ repositories: undefined }, source));
    expect(request.repositories).toEqual(['räksmörgås/app', 'acme/.github', '-dash/x', 'acme/app']);
    expect(told).toEqual(['Left out, as its name is not OWNER/NAME: "nameless", "a/b/c"']);
    await expect(chooseRepositories({ repositories: ['räksmörgås/app'] }, source)).rejects.toMatchObject({
      code: 'usage',
    });
  });

  it.each<[string, readonly unknown[], boolean]>([
    ['what it says is all', [{ id: 1, full_name: 'ann/app' }], true],
    ['an item is null', [{ id: 1, full_name: 'ann/app' }, null], false],
    [
      'a name that cannot be asked for',
      [
        { id: 1, full_name: 'ann/app' },
        { id: 2, full_name: 'ann' },
      ],
      false,
    ],
  ])('knows whether the list proves what is gone: %s', async (_, listed, isProof) => {
    const { client } = await startScriptedService(json(200, listed));
    const source = {
      owner: { type: 'user' },
      account: 'ann',
      repositories: createRepositories(client),
      nowMs: 0,
    } as const;
    const request = await chooseRepositories({ repositories: undefined }, source);
    expect(request.repositories).toEqual(['ann/app']);
    expect(request.listed).toEqual(isProof ? { owner: 'ann', count: 1, others: {} } : undefined);
  });

  it('asks for nothing where names were given', async () => {
    const { source, requests } = await openSource();
    expect(await chooseRepositories({ repositories: ['a/b'] }, source)).toEqual({ repositories: ['a/b'] });
    expect(requests).toEqual([]);
  });

  it('uses the selected ones, including those of other owners if named', async () => {
    const { source, user, organization, ownedBy } = await openSource();
    const [first = ''] = ownedBy(user);
    const selection = { patterns: [first.toUpperCase()] };
    expect(await chooseRepositories({ repositories: undefined, selection }, source)).toEqual({
      repositories: [first],
    });
    const others = { repositories: undefined, selection: { owners: [organization] } };
    expect([...(await chooseRepositories(others, source)).repositories].sort()).toEqual(
      ownedBy(organization),
    );
  });

  it('fails if none is selected, and assessRepositories() says why', async () => {
    const { source, user, ownedBy } = await openSource();
    const selection = { topics: ['cobol'] };
    await expect(chooseRepositories({ repositories: undefined, selection }, source)).rejects.toMatchObject({
      code: 'absent',
      commandHint: 'See why with --dry-run',
    });
    const verdicts = await assessRepositories(selection, source);
    expect(verdicts.map(({ repository }) => repository).sort()).toEqual(ownedBy(user));
    expect(verdicts.every(({ isTaken, reason }) => !isTaken && reason.includes('topics'))).toBe(true);
  });
});
