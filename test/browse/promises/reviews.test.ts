import { beforeAll, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/yaryna-vitrolom/tidewatch';

let app: OpenApp;
let merged: string;

beforeAll(async () => {
  app = await openApp();
  merged = await app.page(`${REPO}/pull/2`);
}, 300_000);

it('names reviewers with their last verdict, linked to the review', () => {
  expect(merged).toMatch(
    /<h2>Reviewers<\/h2><ul class="plain"><li class="reviewer">.*marrowick-marisol<\/a> <a class="verdict approved" href="[^"]*#pullrequestreview-\d+">approved<\/a>/,
  );
});

it('says who merged it, and links the branches that still exist', () => {
  expect(merged).toMatch(
    /, merged by <a class="who" href="\/yaryna-vitrolom">[^<]+<\/a> on <time[^>]*>31 Dec 2023<\/time>/,
  );
  expect(merged).toContain(`into <a href="${REPO}/tree/main"><code>main</code></a>`);
});

it('has the commits in the conversation, in the order of time', () => {
  const commits = [...merged.matchAll(/class="happened pushed">.*?<bdi dir="auto">([^<]+)</gs)];
  expect(commits.map(([, subject]) => subject)).toEqual([
    'Keep water levels when two stations share one mast',
    'Answer the review',
  ]);
  expect(merged.indexOf('Answer the review')).toBeGreaterThan(merged.indexOf('requested changes'));
});

it('shows a suggestion as the difference that it would make', () => {
  expect(merged).toMatch(
    /<pre class="code suggestion" tabindex="0"><code><span class="hljs-deletion">-[^<]*<\/span>\n<span class="hljs-addition">\+/,
  );
});

it('folds what is resolved', () => {
  expect(merged).toMatch(/<details class="conversation" id="[^"]+"><summary[^>]*>.*resolved by/);
});

it('shows labels of events as chips, those of one person and hour together', async () => {
  const page = await app.page(`${REPO}/issues/12`);
  expect(page).toMatch(
    /added the labels <span class="labels">(?:<span class="label"><svg class="dot".*?<\/svg>[^<]+<\/span>){3}<\/span> and removed the labels? <span class="labels">/,
  );
});

it('has no tabs without content', async () => {
  const page = await app.page(REPO);
  expect(page).not.toContain(`href="${REPO}/projects"`);
  expect(page).toContain(`href="${REPO}/milestones"`);
});
