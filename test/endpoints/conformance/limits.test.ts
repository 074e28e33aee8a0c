import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../src/model/dialects.table.ts';
import { SERVICE_LIMITS } from '../../../src/model/limits.table.ts';
import { installationRequestsPerHour } from '../../../src/model/limits.ts';
import { claim } from '../../spec/claim.ts';

const { primary, secondary, pages, eventFeed, largeFiles, points, graphPoints } = SERVICE_LIMITS;

interface Rate {
  readonly max: number;
  readonly windowMs: number;
}

const perMinute = ({ max, windowMs }: Rate) => (max * 60_000) / windowMs;
const perHour = ({ max, windowMs }: Rate) => (max * 3_600_000) / windowMs;

/** Rows, what the model states, and what the specification says. */
const STATED = [
  ['8.1/anonymous', primary.anonymous.requestsPerHour, 60],
  ['8.1/user', primary.user.requestsPerHour, 5_000],
  ['8.1/enterprise-app', primary.enterpriseApp.requestsPerHour, 15_000],
  ['8.1/oauth-client', primary.application.requestsPerHour, 5_000],
  ['8.1/oauth-client/enterprise', primary.enterpriseApplication.requestsPerHour, 15_000],
  ['8.1/workflow', primary.workflow.requestsPerHour, 1_000],
  ['8.1/workflow/enterprise', primary.enterpriseWorkflow.requestsPerHour, 15_000],
  ['8.1/user/combined', primary.user.countedPer, 'account'],
  ['8.1/enterprise-app/same-budget', primary.enterpriseApp.countedPer, primary.user.countedPer],
  ['8.1/large-files/anonymous', largeFiles.anonymousPerMinute, 300],
  ['8.1/large-files/authenticated', largeFiles.authenticatedPerMinute, 3_000],
  ['8.1/large-files/batch', largeFiles.objectsPerRequest * largeFiles.authenticatedPerMinute, 300_000],
  ['8.1/installation/minimum', installationRequestsPerHour({ repositories: 1 }), 5_000],
  [
    '8.1/installation/enterprise',
    installationRequestsPerHour({ repositories: 1, isEnterprise: true }),
    15_000,
  ],
  ['8.1/installation/repositories', installationRequestsPerHour({ repositories: 21 }), 5_050],
  ['8.1/installation/users', installationRequestsPerHour({ repositories: 1, users: 22 }), 5_100],
  ['8.1/installation/cap', installationRequestsPerHour({ repositories: 900, users: 900 }), 12_500],
  ['8.2/1/concurrent', SERVICE_LIMITS.concurrentRequests, 100],
  ['8.2/2/points', perMinute(secondary.points), 900],
  ['8.2/2/graph', perMinute(secondary.graphPoints), 2_000],
  ['8.2/3/cpu', perMinute(secondary.cpuMs), 90_000],
  ['8.2/3/graph', perMinute(secondary.graphCpuMs), 60_000],
  ['8.2/5/minute', perMinute(secondary.contentPerMinute), 80],
  ['8.2/5/hour', perHour(secondary.contentPerHour), 500],
  ['8.2/6/tokens', perHour(secondary.oauthTokens), 2_000],
  ['8.2/points/graph', graphPoints.query, 1],
  ['8.2/points/graph-mutation', graphPoints.mutation, 5],
  ['8.2/points/GET', points.GET, 1],
  ['8.2/points/HEAD', points.HEAD, 1],
  ['8.2/points/OPTIONS', points.OPTIONS, 1],
  ['8.2/points/POST', points.POST, 5],
  ['8.2/points/PATCH', points.PATCH, 5],
  ['8.2/points/PUT', points.PUT, 5],
  ['8.2/points/DELETE', points.DELETE, 5],
  ['8.3/per_page/budgets', pages.budgets.maxPerPage, 100],
  ['8.3/per_page/alerts', pages.alerts.maxPerPage, 100],
  ['8.3/per_page/notifications', pages.notifications.maxPerPage, 50],
  ['8.3/per_page/repository-notifications', pages.repositoryNotifications.maxPerPage, 100],
  ['8.3/per_page/events', pages.events.maxPerPage, 100],
  ['8.3/per_page/migrations', pages.migrations.maxPerPage, 100],
  ['8.3/feed', [eventFeed.maxEvents, eventFeed.maxAgeDays].join(), '300,30'],
  ['8.3/poll-interval', SERVICE_LIMITS.pollSeconds, 60],
] as const;

describe('SERVICE_LIMITS, specification 8', () => {
  it('states every number', (context) => {
    for (const [row, stated, said] of STATED) {
      expect(stated, row).toBe(said);
      claim(context, row);
    }
  });
});

describe('DIALECTS, specification 9', () => {
  it('recognizes the header and both versions', (context) => {
    expect(DIALECTS.service.versionHeader).toBe('X-Service-Api-Version');
    expect(DIALECTS.service.apiVersions).toEqual(['2026-03-10', '2022-11-28']);
    claim(context, '9/header', '9/2026-03-10', '9/2022-11-28');
  });
});
