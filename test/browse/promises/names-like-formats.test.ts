import { beforeAll, describe, expect, it } from 'vitest';
import { addRepository, change, type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/yaryna-vitrolom/tidewatch';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ isLater: true, edit: addRecords });
});

/** Repositories and a release whose names end like data formats; of two, there is one without the ending. */
async function addRecords(folder: string): Promise<void> {
  await addRepository(folder, 'tidewatch.json');
  await addRepository(folder, 'notes.json');
  await change(folder, 'releases_', (releases) => [
    ...releases,
    ...releases
      .filter(({ url }) => url.endsWith('/tidewatch/releases/tag/v0.5.0'))
      .map((one) => ({ ...one, url: `${one.url}.json`, tag_name: 'v0.5.0.json', name: 'A format' })),
  ]);
}

async function typeOf(path: string, accept = '*/*'): Promise<string | null> {
  const response = await app.request(path, { headers: { accept } });
  return response.status === 200 ? response.headers.get('content-type') : String(response.status);
}

describe('a name that ends like a data format', () => {
  it.each([
    [`${REPO}.json`, '<h1>tidewatch.json</h1>'],
    ['/yaryna-vitrolom/notes.json', '<h1>notes.json</h1>'],
    [`${REPO}/releases/tag/v0.5.0.json`, '<h1 dir="auto">A format '],
  ])('%s is a page, which has data formats of its own', async (path, heading) => {
    expect(await app.page(path)).toContain(heading);
    expect(await typeOf(`${path}.json`)).toBe('application/json; charset=utf-8');
    expect(await typeOf(path, 'application/json')).toBe('application/json; charset=utf-8');
  });

  it('leaves the data of a page without the ending to those who ask for its type', async () => {
    const answer = await app.request(REPO, { headers: { accept: 'application/json' } });
    expect(await answer.json()).toMatchObject({ repository: { repo: REPO.slice(1) } });
  });

  it.each([
    '/northquay-works/ferrylight.json',
    `${REPO}/releases/tag/v0.4.0.json`,
    `${REPO}/releases/latest.json`,
    '/yaryna-vitrolom.json',
    '/-/home.json',
    '/-/people/yaryna-vitrolom.json',
    '/-/captures/events.json',
    '/-/activity/people/yaryna-vitrolom.json',
  ])('is none in %s', async (path) => {
    expect(await typeOf(path)).toBe('application/json; charset=utf-8');
  });

  it('is missing in the format that is asked for', async () => {
    expect(await (await app.request('/yaryna-vitrolom/none.json')).json()).toHaveProperty('error');
  });
});
