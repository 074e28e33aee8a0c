import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startWatchServer } from '../../src/schedule/watch-server.ts';

describe('startWatchServer()', () => {
  it('answers health checks and metrics, and nothing else', async () => {
    let isAlive = true;
    const server = await startWatchServer({
      host: '127.0.0.1',
      port: 0,
      health: () => ({ isAlive, body: { status: isAlive ? 'ok' : 'stuck' } }),
      metrics: () => 'satchel_up 1\n',
    });
    try {
      const ask = async (path: string, method = 'GET') => await fetch(`${server.url}${path}`, { method });
      const health = await ask('/healthz?x=1');
      expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
      isAlive = false;
      expect((await ask('/healthz')).status).toBe(503);
      const metrics = await ask('/metrics');
      expect(metrics.headers.get('content-type')).toContain('version=0.0.4');
      expect(await metrics.text()).toBe('satchel_up 1\n');
      expect((await ask('/')).status).toBe(404);
      expect((await ask('/metrics', 'POST')).status).toBe(405);
    } finally {
      await server.close();
    }
    await expect(fetch(server.url)).rejects.toThrow();
  });

  it('answers to addresses and names of the local network, and to no site', async () => {
    const health = () => ({ isAlive: true, body: {} });
    const server = await startWatchServer({ host: '127.0.0.1', port: 0, health, metrics: () => '' });
    const statusUnder = (host: string, path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = get(`${server.url}${path}`, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        asked.on('error', reject);
      });
    const own = [
      '127.0.0.1:1',
      'localhost',
      '[::1]:9',
      '10.0.0.7',
      'satchel:9477',
      'satchel.jobs.svc',
      'nas.local.',
      'A.INTERNAL',
    ];
    const foreign = ['evil.example', 'localhost.evil.example:80', '127.0.0.1.evil.example', 'local.example'];
    try {
      for (const path of ['/healthz', '/metrics']) {
        expect(await Promise.all(own.map((host) => statusUnder(host, path)))).toEqual(own.map(() => 200));
        expect(await Promise.all(foreign.map((host) => statusUnder(host, path)))).toEqual(
          foreign.map(() => 421),
        );
      }
    } finally {
      await server.close();
    }
  });

  it('says which port is taken', async () => {
    const options = { host: '127.0.0.1', health: () => ({ isAlive: true, body: {} }), metrics: () => '' };
    const first = await startWatchServer({ ...options, port: 0 });
    try {
      const port = Number(new URL(first.url).port);
      await expect(startWatchServer({ ...options, port })).rejects.toThrow(
        `Cannot listen on "127.0.0.1:${port}"`,
      );
    } finally {
      await first.close();
    }
  });
});
