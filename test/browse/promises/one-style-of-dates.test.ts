import { beforeAll, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/yaryna-vitrolom/tidewatch';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ isLater: true });
}, 300_000);

/** What people read of a page: neither code and data, nor attributes. */
function readTextOf(page: string): string {
  return page
    .replaceAll(/<(pre|code|bdi|textarea|head|script)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<div class="(?:prose|lost|words)".*?<\/div>/gs, ' ') // As people wrote it.
    .replaceAll(/<(\w+)[^>]* dir="auto"[^>]*>.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]+>/g, ' ');
}

it.each([
  '/',
  '/-/activity',
  '/-/activity/yaryna-vitrolom',
  '/-/captures',
  '/-/changes',
  '/-/changes/1..2',
  '/-/help',
  '/-/history?url=https://service.example/yaryna-vitrolom/tidewatch/issues/3',
  '/-/integrity',
  '/-/on-this-day',
  '/-/people',
  '/-/people/yaryna-vitrolom',
  '/-/search?q=sensor',
  '/-/since',
  '/-/snapshots',
  REPO,
  ...[
    'issues',
    'issues/3',
    'pulls',
    'pull/9',
    'pull/9/commits',
    'pull/9/files',
    'releases',
    'milestones',
  ].map((path) => `${REPO}/${path}`),
  ...['discussions', 'labels', 'uploads', 'commits', 'branches', 'tags', 'tree/main', 'activity'].map(
    (path) => `${REPO}/${path}`,
  ),
])('%s writes no dates as data have them', async (path) => {
  const response = await app.request(path);
  expect([200, 302, 303, 404]).toContain(response.status);
  expect(
    readTextOf(await response.text()).match(
      /(?<![\w/-])\d{4}-(?:0[1-9]|1[0-2])(?:-\d\d)?(?:T[\d:.]+Z?)?(?![\w-])/g,
    ) ?? [],
  ).toEqual([]);
});
