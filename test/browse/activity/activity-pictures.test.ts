import { expect, it } from 'vitest';
import { activityPictures } from '../../../src/browse/activity/activity-pictures.ts';

function sharesOf(label: string, threads: number) {
  return [
    { label, series: 'threads', value: threads },
    { label, series: 'half within', value: 3 },
    { label, series: '3 of 4 within', value: 50 },
    { label, series: '9 of 10 within', value: 400 },
  ];
}

async function drawMerges(counts: readonly (readonly [label: string, threads: number])[]) {
  const rows = counts.flatMap(([label, threads]) => sharesOf(label, threads));
  const text = String(await activityPictures({ activity: { 'merge-time': rows } }));
  return text.slice(text.indexOf('id="merge-time"'));
}

it('activityPictures() draws how long things took by the months that have enough threads', async () => {
  const drawn = await drawMerges([
    ['2024-01', 5],
    ['2024-02', 4],
    ['2024-03', 9],
    ['2024-04', 6],
    ['all', 24],
  ]);
  expect(drawn).toContain('Time from opening to merge');
  expect(drawn).toContain('<th scope="row">Jan 2024<td>3 h<td>2 d<td>2 wk');
  expect(drawn).toContain('<th scope="row">Feb 2024<td>–');
  expect(drawn).not.toContain('>all<');
});

it('activityPictures() says it in a sentence where few months have enough threads', async () => {
  const few = await drawMerges([
    ['2024-01', 5],
    ['2024-02', 2],
    ['all', 7],
  ]);
  expect(few).toContain(
    'Half of 7 pull requests took up to 3 hours, 75\u00a0% up to 2 days, 90\u00a0% up to 2 weeks.',
  );
  expect(few).not.toContain('<svg');
  const one = await drawMerges([
    ['2024-01', 1],
    ['all', 1],
  ]);
  expect(one).toContain('1 pull request took 3 hours.');
});

it('activityPictures() draws the commits of a repository and who wrote them', async () => {
  const commits = [{ month: '2024-01', commits: 30, authors: 2 }];
  const more = [...commits, { month: '2024-03', commits: 4, authors: 1 }];
  const text = String(await activityPictures({ activity: {}, commits: more }));
  expect(text).toMatch(/id="commits".*<th scope="row">Jan 2024<td>30<.*Feb 2024<td>0</s);
  expect(text).toMatch(/id="commit-authors".*Jan 2024<td>2</s);
  expect(String(await activityPictures({ activity: {} }))).not.toContain('id="commits"');
});

it('activityPictures() links the names at bars, by the page that its caller finds', async () => {
  const rows = [
    { label: 'bug', series: 'issues', value: 3 },
    { label: 'ui', series: 'pull requests', value: 2 },
  ];
  const text = String(
    await activityPictures({
      activity: { labels: rows },
      hrefOf: ({ part, label, countOf }) => (countOf('issues') > 0 ? `/${part}/${label}` : undefined),
    }),
  );
  expect(text).toContain('<li><a href="/labels/bug">bug</a><span class="count">3</span>');
  expect(text).toContain('<li><span>ui</span><span class="count">2</span>');
});

it('activityPictures() says totals only where a sum is true, and of whom it is', async () => {
  const commits = [
    { month: '2024-01', commits: 30, authors: 2 },
    { month: '2024-02', commits: 4, authors: 2 },
  ];
  const people = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ label: `p${index}`, series: 'opened', value: 2 }));
  const labels = ['bug', 'ui'].map((label) => ({ label, series: 'issues', value: 3 }));
  const totals = async (count: number) => {
    const drawn = String(
      await activityPictures({ activity: { contributors: people(count), labels }, commits }),
    );
    return [...drawn.matchAll(/<\/svg> ([^<]+) <strong>([^<]+)<\/strong>/g)].map(
      ([, name, total]) => `${name}: ${total}`,
    );
  };
  expect(await totals(14)).toEqual(['commits: 34', 'opened: 28', 'comments: 0', 'reviews: 0', 'releases: 0']);
  const words = 'The totals are of these alone.';
  const drawn = async (count: number) =>
    String(await activityPictures({ activity: { contributors: people(count), labels } }));
  expect([await drawn(14), await drawn(15)].map((text) => text.includes(words))).toEqual([false, true]);
});
