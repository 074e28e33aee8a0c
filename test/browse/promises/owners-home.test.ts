import { beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../support/open-app.ts';

const PERSON = 'yaryna-vitrolom';
const OF_PERSON = `/-/owners/${PERSON}`;

let app: OpenApp;

beforeAll(async () => {
  app = await openApp({ isLater: true });
}, 300_000);

describe('the home page of the repositories of a person', () => {
  it('has what anyone opened in them, and a link to the profile', async () => {
    const page = await app.page(`${OF_PERSON}/`);
    expect(page).toMatch(new RegExp(`<title>The work of [^<]*${PERSON}[^<]* · Satchel</title>`, 'i'));
    expect(page).toContain('<h2>Recently opened or published</h2>');
    expect(page).toMatch(new RegExp(`<a href="${OF_PERSON}/${PERSON}">Profile of ${PERSON}</a>`));
    const authors = [...page.matchAll(/ by <a class="who"[^>]*>([^<]+)</g)].map(([, author]) => author);
    expect(authors.some((author) => author !== PERSON)).toBe(true);
    expect(page).not.toContain('northquay-works/ferrylight');
  });

  it('says of these repositories how much is there, and what changed', async () => {
    for (const owner of [PERSON, 'northquay-works']) {
      const page = await app.page(`/-/owners/${owner}/`);
      const terms = [...page.matchAll(/<dt>(Completeness|Size|Changes)<\/dt>/g)].map(([, term]) => term);
      expect(terms).toEqual(['Completeness', 'Size', 'Changes']);
      expect(page).toContain(`href="/-/owners/${owner}/-/changes/1..2"`);
    }
    expect(await app.page(`/${PERSON}`)).not.toContain('<dt>Completeness</dt>');
  });
});

it('figures of a person say that they are of the chosen repositories', async () => {
  const words = `in repositories of ${PERSON}`;
  const paths = [`/${PERSON}`, '/marrowick-marisol', '/-/people', '/-/people/marrowick-marisol'];
  for (const path of paths) {
    expect([path, (await app.page(OF_PERSON + path)).includes(words)]).toEqual([path, true]);
    expect(await app.page(path)).not.toContain('in repositories of');
  }
  const charts = `/-/activity/people/marrowick-marisol`;
  expect(await app.page(OF_PERSON + charts)).toContain('in the repositories of all owners');
  expect(await app.page(charts)).not.toContain('of all owners');
});
