import { expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../../src/base/clock.ts';
import { openApp } from '../../support/open-app.ts';

const SHORT_MS = 1_000;

it('search besides threads is whole where there is little git data', async () => {
  const driven = createDrivenClock(Date.parse('2026-11-01'));
  const clock = {
    ...driven,
    sleep: (durationMs: number, signal?: AbortSignal) =>
      durationMs <= SHORT_MS ? Promise.resolve() : driven.sleep(durationMs, signal),
  };
  const app = await openApp({ isLater: true, clock });
  onTestFinished(() => app.close());
  const page = await app.page('/-/search?q=zone');
  expect(page).toContain('id="commits"');
  expect(page).not.toContain('did not search all');
}, 300_000);
