import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/database.ts';
import { axeViolations } from './support/axe.ts';
import { useReader } from './support/use-reader.ts';

const REPO = 'yaryna-vitrolom/tidewatch';
const AT = '2026-06-01T00:00:00Z';

const reader = useReader({}, fill);

function fill(store: string): void {
  const db = openDatabase(store, { readonly: false });
  const advisory = JSON.stringify({ security_advisory: { description: 'Pads without an end. '.repeat(9) } });
  db.prepare(
    `INSERT INTO alerts (service, repo, number, state, severity, ecosystem, package, manifest_path, ghsa_id, summary,
       created_at, updated_at, first_seen_at, last_seen_at, json)
     VALUES ('s', ?, 1, 'open', 'high', 'npm', 'left-pad', 'package.json', 'G', 'It pads', ?, ?, ?, ?, ?)`,
  ).run(REPO, AT, AT, AT, AT, advisory);
  const add = db.prepare(
    `INSERT INTO notifications (service, id, repo, type, title, reason, is_unread, updated_at, first_seen_at, last_seen_at, json)
     VALUES ('s', ?, ?, 'CheckSuite', 'A run failed', 'member_feature_requested', ?, ?, ?, ?, '{}')`,
  );
  add.run('1', REPO, 1, AT, AT, AT);
  add.run('2', REPO, 0, AT, AT, AT);
  db.close();
}

async function open(path: string, width: number): Promise<Page> {
  const page = await reader.newPage({ viewport: { width, height: 800 } });
  await page.goto(reader.url + path);
  return page;
}

it.each([360, 768, 1_280])(
  'tells about a vulnerability below its title, at full width (%i px)',
  async (width) => {
    const page = await open('/-/captures/alerts', width);
    await page.getByText('About this vulnerability').click();
    const [left, right] = (await page.evaluate(`(() => {
    const [row, title, about] = ['.alerts > li', '.alerts .title', '.alerts details'].map((one) =>
      document.querySelector(one).getBoundingClientRect());
    return [about.left - title.left, row.right - about.right].map(Math.round);
  })()`)) as number[];
    expect([left, right]).toEqual([0, 0]);
    expect(await axeViolations(page)).toEqual([]);
    await page.close();
  },
);

it.each([360, 1_280])(
  'has read and unread notifications on one edge, and no line that begins with a dot (%i px)',
  async (width) => {
    const page = await open('/-/captures/notifications', width);
    const [edges, dots] = (await page.evaluate(`(() => {
    const lefts = [...document.querySelectorAll('.inbox .title')].map((one) => Math.round(one.getBoundingClientRect().left));
    const places = [...document.querySelectorAll('.inbox .facts > span + span')];
    const wrapped = places.filter((one) => one.offsetTop > one.previousElementSibling.offsetTop);
    return [lefts, wrapped.filter((one) => getComputedStyle(one, '::before').content !== 'none').length];
  })()`)) as [readonly number[], number];
    expect(edges).toHaveLength(2);
    expect([new Set(edges).size, dots]).toEqual([1, 0]);
    expect(await axeViolations(page)).toEqual([]);
    await page.close();
  },
);
