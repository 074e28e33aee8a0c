import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/store/database.ts';
import { createPrivateWords } from '../../../src/store/public/private-words.ts';
import { copyPublicCaptures } from '../../../src/store/public/public-captures.ts';
import { createPublicTexts } from '../../../src/store/public/public-texts.ts';
import { readVisibility } from '../../../src/store/public/visibility.ts';
import { writeCapture } from '../../../src/store/write-capture.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

const SERVICE = 'https://api.service.example/';

it('copyPublicCaptures() copies what is public and was seen the last time, without secrets in addresses', async () => {
  const [path, to, none] = ['work.db', 'public.db', 'none.db'].map((name) => join(temporaryFolder(), name));
  const gist = (id: string, isPublic = true) => ({
    ...{ id, public: isPublic, owner: { login: 'mira' }, description: 'Wicks', files: {} },
    html_url: `https://gist.service.example/${id}?access_token=0123456789abcdef`,
  });
  const capture = (name: 'gists' | 'notifications', seenAtMs: number, records: readonly object[]) =>
    writeCapture(path ?? '', { name, service: SERVICE, seenAtMs, records: records as never });
  await capture('gists', 1_000, [gist('gone'), gist('kept')]);
  await capture('gists', 2_000, [gist('kept'), gist('own', false)]);
  for (const target of [to, none]) {
    await writeCapture(target ?? '', { name: 'gists', service: SERVICE, seenAtMs: 0, records: [] });
  }
  const db = openDatabase(path ?? '', { readonly: true });
  const target = openDatabase(to ?? '', { readonly: true });
  onTestFinished(() => [db, target].forEach((each) => void each.close()));
  const visibility = readVisibility(db);
  const texts = createPublicTexts(createPrivateWords(db, visibility, undefined), undefined);
  const copy = (place = '', hasPseudonyms = false) =>
    copyPublicCaptures(db, place, { visibility, texts, hasPseudonyms });
  const others = { events: 0, stars: 0, notifications: 0, alerts: 0, budgets: 0, audit_log: 0 };
  expect(copy(to)).toEqual({ ...others, gists: 2 });
  expect(target.prepare('SELECT id, description, url, json FROM gists').all()).toEqual([
    { id: 'kept', description: 'Wicks', url: 'https://gist.service.example/kept', json: '{}' },
  ]);
  expect(copy(none, true)).toEqual({ ...others, gists: 3 });
});
