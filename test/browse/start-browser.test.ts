import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { startBrowser } from '../../src/browse/start-browser.ts';
import { applySchema } from '../../src/store/database/schema.ts';
import { openDatabase } from '../../src/store/database.ts';
import { temporaryFolder } from '../house/afterwards.ts';

function emptyStore(): string {
  const path = `${temporaryFolder()}/work.db`;
  const db = openDatabase(path, { readonly: false });
  applySchema(db);
  db.close();
  return path;
}

const options = () => ({ store: emptyStore(), clock: createSystemClock(), searchPath: '' });

describe('startBrowser()', () => {
  it('answers on loopback at a free port until it is closed', async () => {
    const browser = await startBrowser(options());
    expect(browser.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(`${browser.url}/`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('This store contains no repositories');
    await browser.close();
    await expect(fetch(`${browser.url}/`)).rejects.toThrow();
  });

  it('refuses to be open to others without a token', async () => {
    await expect(startBrowser({ ...options(), host: '0.0.0.0' })).rejects.toMatchObject({ code: 'usage' });
  });

  it('asks others for the token', async () => {
    const browser = await startBrowser({ ...options(), host: '0.0.0.0', token: 'a-long-secret' });
    onTestFinished(() => browser.close());
    expect((await fetch(`${browser.url}/`)).status).toBe(401);
    const authorization = `Basic ${Buffer.from('me:a-long-secret').toString('base64')}`;
    expect((await fetch(`${browser.url}/`, { headers: { authorization } })).status).toBe(200);
  });

  it('answers to reading methods only', async () => {
    const browser = await startBrowser(options());
    onTestFinished(() => browser.close());
    expect((await fetch(`${browser.url}/`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${browser.url}/`, { method: 'HEAD' })).status).toBe(200);
  });

  it('names the port that is taken', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    onTestFinished(() => void server.close());
    await expect(startBrowser({ ...options(), port })).rejects.toThrow(
      `Cannot listen on "127.0.0.1:${port}"`,
    );
  });

  it('has the same port each time, and says if another program uses it', async () => {
    const first = await startBrowser({ ...options(), port: 'usual' });
    onTestFinished(() => first.close());
    const second = await startBrowser({ ...options(), port: 'usual' });
    onTestFinished(() => second.close());
    const port = (url: string) => Number(new URL(url).port);
    expect(port(first.url)).toBeGreaterThanOrEqual(7282);
    expect(port(first.url)).toBeLessThan(7292);
    expect(first.note === undefined).toBe(port(first.url) === 7282);
    expect(port(second.url)).toBeGreaterThan(port(first.url));
    expect(second.note).toContain(`Port 7282 is in use, so this reader is at port ${port(second.url)}`);
    expect((await fetch(`${second.url}/`)).status).toBe(200);
  });

  it('follows a store that is replaced', async () => {
    const given = options();
    const browser = await startBrowser(given);
    onTestFinished(() => browser.close());
    await fetch(`${browser.url}/`);
    const db = openDatabase(given.store, { readonly: false });
    db.exec(
      `INSERT INTO repositories (id, repo, owner, name, url, shape_id, digest)
       VALUES (1, 'acme/rocket', 'acme', 'rocket', 'https://service.example/acme/rocket', 1, 1)`,
    );
    db.close();
    expect(await (await fetch(`${browser.url}/`)).text()).toContain('href="/acme/rocket"');
  });
});
