import { describe, expect, it } from 'vitest';
import { SERVICE_LIMITS } from '../../src/model/limits.table.ts';
import { installationRequestsPerHour } from '../../src/model/limits.ts';

describe('installationRequestsPerHour()', () => {
  it.each([
    [{ repositories: 0 }, 5_000],
    [{ repositories: 20, users: 20 }, 5_000],
    [{ repositories: 21 }, 5_050],
    [{ repositories: 21, users: 22 }, 5_150],
    [{ repositories: 170 }, 12_500],
    [{ repositories: 1_000, users: 1_000 }, 12_500],
    [{ repositories: 1, isEnterprise: true }, 15_000],
  ])('of %j is %d', (size, expected) => {
    expect(installationRequestsPerHour(size)).toBe(expected);
  });
});

describe('SERVICE_LIMITS', () => {
  it('has the numbers of specification 8.1', () => {
    const perHour = Object.entries(SERVICE_LIMITS.primary).map(([caller, row]) => [
      caller,
      row.requestsPerHour,
    ]);
    expect(Object.fromEntries(perHour)).toEqual({
      anonymous: 60,
      user: 5_000,
      enterpriseApp: 15_000,
      installation: 5_000,
      enterpriseInstallation: 15_000,
      application: 5_000,
      enterpriseApplication: 15_000,
      workflow: 1_000,
      enterpriseWorkflow: 15_000,
    });
    const { anonymousPerMinute, authenticatedPerMinute, objectsPerRequest } = SERVICE_LIMITS.largeFiles;
    expect([anonymousPerMinute * objectsPerRequest, authenticatedPerMinute * objectsPerRequest]).toEqual([
      30_000, 300_000,
    ]);
  });

  it('has the numbers of specification 8.2 and 8.3', () => {
    const limits = Object.entries(SERVICE_LIMITS.secondary).map(([name, { max, windowMs }]) => [
      name,
      [max, windowMs],
    ]);
    expect(Object.fromEntries(limits)).toEqual({
      points: [900, 60_000],
      graphPoints: [2_000, 60_000],
      cpuMs: [90_000, 60_000],
      graphCpuMs: [60_000, 60_000],
      contentPerMinute: [80, 60_000],
      contentPerHour: [500, 3_600_000],
      oauthTokens: [2_000, 3_600_000],
    });
    expect(SERVICE_LIMITS.points).toEqual({
      GET: 1,
      HEAD: 1,
      OPTIONS: 1,
      POST: 5,
      PATCH: 5,
      PUT: 5,
      DELETE: 5,
    });
    expect(SERVICE_LIMITS.graphPoints).toEqual({ query: 1, mutation: 5 });
    expect(SERVICE_LIMITS.concurrentRequests).toBe(100);
    expect(SERVICE_LIMITS.eventFeed).toEqual({ maxEvents: 300, maxAgeDays: 30 });
    expect(Object.values(SERVICE_LIMITS.pages).map(({ maxPerPage }) => maxPerPage)).toEqual([
      100, 100, 50, 100, 100, 100,
    ]);
  });
});
