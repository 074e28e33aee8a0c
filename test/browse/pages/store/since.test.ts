import { beforeAll, describe, expect, it } from 'vitest';
import { choosePair } from '../../../../src/browse/pages/store/since.ts';
import type { Snapshot } from '../../../../src/store/snapshot.ts';
import { type OpenApp, openApp } from '../../support/open-app.ts';

const snapshots = [1, 2, 3].map((id) => ({ id, position: id }) as unknown as Snapshot);
const chosen = (seen: string | undefined, all = snapshots) => {
  const { pair, isKnown, isSeen } = choosePair(all, seen) ?? {};
  return [pair?.from.id, pair?.to.id, isKnown, isSeen];
};

describe('choosePair()', () => {
  it.each([
    [undefined, [2, 3, false, false]],
    ['1.2', [2, 3, true, false]],
    ['1.3', [1, 3, true, true]],
    ['7.9', [2, 3, false, false]],
    ['nonsense', [2, 3, false, false]],
    ['9.3', [2, 3, true, true]],
    ['.1', [1, 3, true, false]],
    ['.3', [2, 3, false, false]],
  ])('chooses by what the browser remembers: %s', (seen, expected) => {
    expect(chosen(seen)).toEqual(expected);
  });

  it('has nothing to compare in a store of one snapshot', () => {
    expect(choosePair(snapshots.slice(0, 1), undefined)).toBeUndefined();
  });
});

describe('the page of what is new', () => {
  let app: OpenApp;

  beforeAll(async () => {
    app = await openApp({ isLater: true });
  }, 300_000);

  it('keeps in a cookie of this store what was shown, for this reader only', async () => {
    const first = await app.request('/-/since');
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^satchel-seen-[0-9a-f]{12}=1\.2; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    expect(await first.text()).toContain('This browser shows changes for the first time');
    const again = await app.request('/-/since', { headers: { cookie: `a=b; ${cookie.split(';')[0]}` } });
    expect(await again.text()).toMatch(
      /Nothing new since [^.]*\.<\/p><details><summary>Show the last changes<\/summary><p class="muted">From /,
    );
  });

  it('begins with the first visit of any page of the newest snapshot', async () => {
    const cookieOf = async (path: string, cookie = '') =>
      (await app.request(path, { headers: { cookie } })).headers.get('set-cookie');
    const [first = ''] = (await cookieOf('/'))?.split(';') ?? [];
    expect(first).toMatch(/^satchel-seen-[0-9a-f]{12}=\.2$/);
    expect(await cookieOf('/', first)).toBeNull();
    for (const path of ['/-/at/1/', '/-/changes/1..2.json', '/nobody/nothing']) {
      expect([path, await cookieOf(path)]).toEqual([path, null]);
    }
    const since = await app.request('/-/since', { headers: { cookie: first.replace('.2', '.1') } });
    expect(await since.text()).toContain('or first used this reader, the newest snapshot was that of');
  });

  it('shows what changed, like the page of changes', async () => {
    const { changes } = JSON.parse(await app.page('/-/since.json'));
    const same = JSON.parse(await app.page('/-/changes/1..2.json'));
    expect(changes.subjects).toEqual(same.subjects);
  });

  it('says if there is only one snapshot', async () => {
    const one = await openApp();
    const answer = await one.request('/-/since');
    expect(await answer.text()).toContain('Once a second archive of the same repositories is loaded');
    expect(answer.headers.get('set-cookie')).toContain('=.1; ');
    expect((await one.request('/-/changes')).headers.get('location')).toBe('/-/since');
    expect((await one.request('/-/changes/1..2')).status).toBe(404);
  });
});
