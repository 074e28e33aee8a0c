import { describe, expect, it } from 'vitest';
import { createNotifications } from '../../src/endpoints/notifications.ts';
import { json, type Step } from '../client/support/scripted-server.ts';
import { startScriptedService } from './support/scripted-service.ts';

const MODIFIED = 'Mon, 04 May 2026 09:00:00 GMT';
const THREAD = { id: '41', unread: true, updated_at: '2026-05-04T09:00:00Z' };

/** A list whose date does not change when threads are marked as read, as in the real service. */
function listOf(threads: readonly object[]): Step {
  return async (response, request) => {
    const headers = { etag: 'W/""', 'last-modified': MODIFIED, 'x-poll-interval': '60' };
    if (request.headers['if-modified-since'] === MODIFIED) {
      response.writeHead(304, headers).end();
    } else {
      await json(200, threads, headers)(response, request);
    }
  };
}

describe('markAllRead()', () => {
  it('sees that threads were marked in the background, although the date of the list is the same', async () => {
    const { client, requests } = await startScriptedService(
      json(202, { message: 'Notifications are being marked as read in the background.' }),
      listOf([THREAD]),
      listOf([THREAD]),
      listOf([]),
    );
    const remaining: number[] = [];
    const startMs = client.clock.now();
    const outcome = await createNotifications(client).markAllRead({
      onProgress: (progress) => remaining.push(progress.remaining),
    });
    expect([outcome, remaining, requests.length]).toEqual(['in-background', [1, 1], 4]);
    // It still asks no more often than the service allows.
    expect(client.clock.now() - startMs).toBeGreaterThanOrEqual(120_000);
  });
});
