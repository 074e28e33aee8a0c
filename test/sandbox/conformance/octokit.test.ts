import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { restEndpointMethods } from '@octokit/plugin-rest-endpoint-methods';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ResourceName } from '../../spec/rows/resources.table.ts';
import { claimShape } from './support/claim-shape.ts';
import { EXPORT_MS, type Kind, openStage, type Stage, worldOf } from './support/stage.ts';

const Client = Octokit.plugin(restEndpointMethods, paginateRest);
const PatientClient = Octokit.plugin(restEndpointMethods, retry, throttling);

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

describe('an independent client', () => {
  let stage: Stage;
  let octokit: InstanceType<typeof Client>;
  let org: string;
  let owner: string;
  let repo: string;

  beforeEach(async () => {
    stage = await openStage('github', { world: worldOf('github', { repositories: 8, issues: 40 }) });
    octokit = connect('classic');
    org = stage.sandbox.ready.organization;
    const open = stage.sandbox.world.repositories.find(({ isPrivate }) => !isPrivate);
    [owner, repo] = [open!.owner, open!.name];
  });

  function connect(as: Kind): InstanceType<typeof Client> {
    const { base_url: baseUrl, tokens } = stage.sandbox.ready;
    return new Client({ baseUrl, auth: tokens[as], log: SILENT });
  }

  function look(
    context: Parameters<typeof claimShape>[0],
    values: readonly unknown[],
    resource: ResourceName,
  ) {
    claimShape(context, values, { resource, avatarId: stage.names.avatarId });
  }

  it('runs a migration of the account from start to end', async (context) => {
    const { migrations } = octokit.rest;
    const [own] = stage.sandbox.ready.repositories;
    const started = await migrations.startForAuthenticatedUser({
      repositories: [own!],
      lock_repositories: true,
    });
    const id = { migration_id: Number(started.data.id) };
    stage.clock.advance(EXPORT_MS);
    const shown = await migrations.getStatusForAuthenticatedUser(id);
    expect(shown.data.state).toBe('exported');
    const listed = await migrations.listForAuthenticatedUser();
    look(context, [started.data, shown.data, ...listed.data], 'migration');
    look(context, (await migrations.listReposForAuthenticatedUser(id)).data, 'repository_summary');
    expect((await migrations.listReposForUser(id)).data).toHaveLength(1);

    const archive = await migrations.getArchiveForAuthenticatedUser(id);
    expect(archive.data).toBeInstanceOf(ArrayBuffer);
    const [, name] = own!.split('/');
    expect((await migrations.unlockRepoForAuthenticatedUser({ ...id, repo_name: name! })).status).toBe(204);
    expect((await migrations.deleteArchiveForAuthenticatedUser(id)).status).toBe(204);
    await expect(migrations.getArchiveForAuthenticatedUser(id)).rejects.toMatchObject({ status: 404 });
  });

  it('runs a migration of an organization from start to end', async (context) => {
    const { migrations } = octokit.rest;
    const own = stage.sandbox.ready.repositories.find((name) => name.startsWith(`${org}/`));
    const started = await migrations.startForOrg({ org, repositories: [own!], lock_repositories: true });
    const id = { org, migration_id: Number(started.data.id) };
    stage.clock.advance(EXPORT_MS);
    expect((await migrations.getStatusForOrg(id)).data.state).toBe('exported');
    look(context, (await migrations.listForOrg({ org })).data, 'migration');
    expect((await migrations.listReposForOrg(id)).data).toHaveLength(1);
    expect((await migrations.downloadArchiveForOrg(id)).data).toBeInstanceOf(ArrayBuffer);
    const [, name] = own!.split('/');
    expect((await migrations.unlockRepoForOrg({ ...id, repo_name: name! })).status).toBe(204);
    expect((await migrations.deleteArchiveForOrg(id)).status).toBe(204);
  });

  it('reads on through pages and cursors', async () => {
    const { migrations, dependabot, activity } = octokit.rest;
    for (let count = 0; count < 5; count += 1) {
      await migrations.startForAuthenticatedUser({ repositories: [stage.sandbox.ready.repositories[0]!] });
    }
    expect(await octokit.paginate(migrations.listForAuthenticatedUser, { per_page: 2 })).toHaveLength(5);
    const alerts = await octokit.paginate(dependabot.listAlertsForOrg, { org, per_page: 2 });
    expect(alerts).toEqual((await dependabot.listAlertsForOrg({ org, per_page: 100 })).data);
    const threads = await octokit.paginate(activity.listNotificationsForAuthenticatedUser, { per_page: 10 });
    expect(new Set(threads.map(({ id }) => id)).size).toBe(threads.length);
  });

  it('reads gists and stars', async () => {
    const { activity, gists } = octokit.rest;
    const listed = await octokit.paginate(gists.list, { per_page: 2 });
    expect(listed.map((gist) => gist.owner?.login)).toEqual(Array(3).fill(stage.sandbox.ready.user));
    const starred = await activity.listReposStarredByAuthenticatedUser({
      headers: { accept: 'application/vnd.github.star+json' },
    });
    const [star] = starred.data as unknown as readonly { starred_at: string; repo: { full_name: string } }[];
    expect([star?.starred_at, star?.repo.full_name]).toEqual([
      expect.stringMatching(/^20/),
      expect.stringContaining('/'),
    ]);
  });

  it('reads every feed', async (context) => {
    const { activity } = octokit.rest;
    const username = stage.sandbox.ready.user;
    const feeds = await Promise.all([
      activity.listPublicEvents(),
      activity.listPublicEventsForRepoNetwork({ owner, repo }),
      activity.listPublicOrgEvents({ org }),
      activity.listRepoEvents({ owner, repo }),
      activity.listEventsForAuthenticatedUser({ username }),
      activity.listOrgEventsForAuthenticatedUser({ username, org }),
      activity.listPublicEventsForUser({ username }),
      activity.listReceivedEventsForUser({ username }),
      activity.listReceivedPublicEventsForUser({ username }),
    ]);
    look(
      context,
      feeds.flatMap(({ data }) => data as readonly unknown[]),
      'event',
    );
  });

  it('reads and writes notifications', async (context) => {
    const { activity } = octokit.rest;
    const [thread] = (await activity.listNotificationsForAuthenticatedUser()).data;
    const id = { thread_id: Number(thread!.id) };
    expect((await activity.getThread(id)).data.id).toBe(thread!.id);
    expect((await activity.markThreadAsRead(id)).status).toBe(205);
    const set = await activity.setThreadSubscription({ ...id, ignored: true });
    const shown = await activity.getThreadSubscriptionForAuthenticatedUser(id);
    look(context, [set.data, shown.data], 'subscription');
    expect((await activity.deleteThreadSubscription(id)).status).toBe(204);
    expect((await activity.markThreadAsDone(id)).status).toBe(204);
    const place = { owner: thread!.repository.owner.login, repo: thread!.repository.name };
    expect((await activity.listRepoNotificationsForAuthenticatedUser(place)).status).toBe(200);
    expect([202, 205]).toContain((await activity.markRepoNotificationsAsRead(place)).status);
    expect([202, 205]).toContain((await activity.markNotificationsAsRead()).status);
  });

  it('reads and writes dependency alerts', async (context) => {
    const { dependabot } = octokit.rest;
    const { enterprise } = stage.sandbox.ready;
    look(context, (await dependabot.listAlertsForEnterprise({ enterprise })).data, 'listed_alert');
    const { data } = await dependabot.listAlertsForOrg({ org, state: 'open' });
    const archived = stage.sandbox.world.repositories.filter(({ isArchived }) => isArchived);
    const alert = data.find(({ repository }) => archived.every(({ name }) => name !== repository.name))!;
    const place = { owner: alert.repository.owner.login, repo: alert.repository.name };
    expect((await dependabot.listAlertsForRepo(place)).data.length).toBeGreaterThan(0);
    const id = { ...place, alert_number: alert.number };
    expect((await dependabot.getAlert(id)).data.state).toBe('open');
    const dismissal = { state: 'dismissed', dismissed_reason: 'tolerable_risk' } as const;
    look(context, [(await dependabot.updateAlert({ ...id, ...dismissal })).data], 'alert');
  });

  it('reads and writes budgets', async (context) => {
    octokit = connect('fine_grained');
    const { billing } = octokit.rest;
    look(context, [(await billing.getAllBudgetsOrg({ org })).data], 'budget_list');
    const created = await octokit.request('POST /organizations/{org}/settings/billing/budgets', {
      org,
      budget_amount: 12,
    });
    look(context, [created.data], 'budget_change');
    const id = { org, budget_id: created.data.budget.id as string };
    look(context, [(await billing.getBudgetOrg(id)).data], 'budget');
    look(context, [(await billing.updateBudgetOrg({ ...id, budget_amount: 13 })).data], 'budget_change');
    look(context, [(await billing.deleteBudgetOrg(id)).data], 'budget_deletion');
  });

  it('asks who it is, what there is and how much it may ask', async () => {
    const { rateLimit, meta, users, repos } = octokit.rest;
    expect((await rateLimit.get()).data.resources.core.limit).toBe(5_000);
    expect((await meta.getAllVersions()).data).toEqual(['2026-03-10', '2022-11-28']);
    expect((await meta.root()).status).toBe(200);
    expect((await users.getAuthenticated()).data.login).toBe(stage.sandbox.ready.user);
    const names = (await octokit.paginate(repos.listForAuthenticatedUser)).map((item) => item.full_name);
    expect(names).toEqual(expect.arrayContaining([...stage.sandbox.ready.repositories]));
    expect((await repos.listForOrg({ org })).data.length).toBeGreaterThan(0);
  });

  it('waits for limits and tries again after errors', async () => {
    stage = await openStage('github', {
      faults: [
        {
          kind: 'secondary_limit',
          route: 'GET /user',
          times: 1,
          skip: 0,
          parameters: { status: 403, retry_after: 60 },
        },
        { kind: 'answer', route: 'GET /versions', times: 2, skip: 0, parameters: { status: 500, body: '' } },
      ],
    });
    const waits: number[] = [];
    const { base_url: baseUrl, tokens } = stage.sandbox.ready;
    const patient = new PatientClient({
      baseUrl,
      auth: tokens.classic,
      log: SILENT,
      // A second lasts a millisecond here.
      retry: { retryAfterBaseValue: 1 },
      throttle: {
        id: baseUrl,
        retryAfterBaseValue: 1,
        onRateLimit: () => false,
        onSecondaryRateLimit: (retryAfterSeconds) => waits.push(retryAfterSeconds) < 3,
      },
    });
    expect((await patient.rest.users.getAuthenticated()).status).toBe(200);
    expect(waits).toEqual([60]);
    expect((await patient.rest.meta.getAllVersions()).status).toBe(200);
  });
});
