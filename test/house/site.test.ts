import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import config from '../../site/.vitepress/config.js';
import { listenOn } from '../../src/base/listen-on.ts';
import { launchBrowser } from '../browse/browser/support/launch-browser.ts';
import { ROOT, readDocuments } from './documents.ts';
import { IS_LONG } from './long-run.ts';

const SITE = join(ROOT, 'site/dist');

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.woff2': 'font/woff2',
};

async function serveSite(): Promise<string> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://site').pathname.replace(/\/$/, '/index.html');
    const file = join(SITE, path);
    if (existsSync(file)) {
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      response.end(readFileSync(file));
    } else {
      response.writeHead(404).end();
    }
  });
  const { origin, close } = await listenOn(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  return origin;
}

/** Links from the pages of the built site to pages of it that do not exist. */
function brokenLinks(): readonly string[] {
  const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.html'),
  );
  expect(pages.length).toBeGreaterThan(40);
  return pages.flatMap((page) => {
    const text = readFileSync(join(SITE, page), 'utf8');
    const targets = [...text.matchAll(/ href="([^"#]*)/g)]
      .map(([, href = '']) => new URL(href, `http://site/${page}`))
      .filter(({ host }) => host === 'site')
      .map(({ pathname }) => decodeURIComponent(pathname).replace(/\/$/, '/index.html'));
    return targets.filter((path) => !existsSync(join(SITE, path))).map((path) => `${page}: ${path}`);
  });
}

describe('the site', () => {
  it('lists each document once in its sidebar', () => {
    const links = config.themeConfig.sidebar.flatMap(({ items }) =>
      items.map(({ link }) => `docs${link}.md`),
    );
    const documents = [...readDocuments().keys()].filter((path) => /^docs\/(?!README)/.test(path));
    expect([...links].sort()).toEqual(documents);
  });

  it.runIf(IS_LONG)('has no broken links, and its search finds a guide in the browser', async ({ skip }) => {
    const { browser, reason } = await launchBrowser();
    if (browser === undefined) {
      return skip(reason);
    }
    onTestFinished(() => browser.close());
    await promisify(execFile)('npm', ['run', '--silent', 'site'], { cwd: ROOT });
    expect(brokenLinks()).toEqual([]);
    const page = await browser.newPage();
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.goto(await serveSite());
    expect(await page.textContent('h1')).toContain('Documentation of Satchel');
    await page.click('button.DocSearch-Button');
    await page.fill('input.search-input', 'Retention');
    await page.click('.results a:has-text("Retention")');
    await page.waitForURL('**/guides/retention.html*');
    await page.waitForSelector('h1:has-text("Retention")'); // The address changes before the page does.
    expect(errors).toEqual([]);
  });
});
