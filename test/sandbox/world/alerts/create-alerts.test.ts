import { describe, expect, it } from 'vitest';
import { createAlerts } from '../../../../src/sandbox/world/alerts/create-alerts.ts';
import { findContent } from '../../../../src/sandbox/world/world.ts';
import { makeWorld, NOW_MS } from '../../support/make-world.ts';

describe('createAlerts()', () => {
  const world = makeWorld({ repositories: 12 });
  const alerts = createAlerts(world);

  it('is the same for the same world', () => {
    expect(createAlerts(world)).toEqual(alerts);
  });

  it('names existing files in the language of the repository', () => {
    expect(alerts.length).toBeGreaterThan(12);
    for (const alert of alerts) {
      const repository = world.repositories.find(
        ({ owner, name }) => `${owner}/${name}` === alert.repository,
      )!;
      const files = findContent(world, repository)!.git.commits.flatMap(({ changes }) => changes);
      expect(files.some(({ path }) => path === alert.manifestPath)).toBe(true);
    }
  });

  it('numbers alerts from one and orders their times', () => {
    for (const alert of alerts) {
      const { createdAt, updatedAt, advisory } = alert;
      const moments = [advisory.publishedAt, createdAt, updatedAt, new Date(NOW_MS).toISOString()];
      expect(moments).toEqual(moments.toSorted());
      expect(alert.dismissal !== null).toBe(alert.state === 'dismissed');
      expect(alert.fixedAt !== null).toBe(alert.state === 'fixed');
    }
    const numbers = alerts
      .filter((alert) => alert.repository === alerts[0]?.repository)
      .map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});
