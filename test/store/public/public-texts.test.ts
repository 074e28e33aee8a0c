import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/store/database.ts';
import { createPrivateWords } from '../../../src/store/public/private-words.ts';
import { createPseudonyms } from '../../../src/store/public/pseudonyms.ts';
import { createPublicTexts } from '../../../src/store/public/public-texts.ts';
import { readVisibility } from '../../../src/store/public/visibility.ts';
import { makeUser } from '../../archive/support/make-records.ts';
import { makeRepository, WEB } from '../../archive/support/trap-records.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../support/archive-text.ts';
import { writeStore } from '../support/write-store.ts';

describe('createPublicTexts()', () => {
  it('replaces names and logins without any mark where people have pseudonyms', async () => {
    const path = join(temporaryFolder(), 'work.db');
    await writeStore(path, [batchOf('user', [makeUser('mira-42', { name: 'Mira Oskerby' })])]);
    const db = openDatabase(path, { readonly: true });
    onTestFinished(() => void db.close());
    const textsOf = (pseudonyms: ReturnType<typeof createPseudonyms> | undefined) =>
      createPublicTexts(createPrivateWords(db, readVisibility(db), pseudonyms), pseudonyms);
    const text = 'Ask mira-42 or Mira Oskerby';
    expect(textsOf(undefined).clean(text, true)).toBe(text);
    expect(textsOf(createPseudonyms(db, 'key')).clean(text, true)).toMatch(
      /^Ask (person-[0-9a-f]{12}) or \1$/,
    );
  });

  it('replaces a login that is a word only where it is meant as one', async () => {
    const path = join(temporaryFolder(), 'work.db');
    await writeStore(path, [batchOf('user', [makeUser('mira', { url: `${WEB}/mira` })])]);
    const db = openDatabase(path, { readonly: true });
    onTestFinished(() => void db.close());
    const pseudonyms = createPseudonyms(db, 'key');
    const { clean } = createPublicTexts(createPrivateWords(db, readVisibility(db), pseudonyms), pseudonyms);
    const person = pseudonyms.people.get('mira');
    for (const [before, isMeant] of [
      ['@', true],
      [`${WEB}/`, true],
      ['https://api.service.example/users/', true],
      ['https://other.example/', false],
      ['a ', false],
    ] as const) {
      expect(clean(`See ${before}mira.`, true)).toBe(`See ${before}${isMeant ? person : 'mira'}.`);
    }
  });

  it('replaces names of private repositories, but not longer names of public ones', async () => {
    const path = join(temporaryFolder(), 'work.db');
    const repository = (name: string, isPrivate: boolean) =>
      makeRepository({ url: `${WEB}/mira/${name}`, name, private: isPrivate });
    const records = [repository('lantern', true), repository('lantern.js', false)];
    await writeStore(path, [batchOf('repository', records)]);
    const db = openDatabase(path, { readonly: true });
    onTestFinished(() => void db.close());
    const { clean } = createPublicTexts(createPrivateWords(db, readVisibility(db), undefined), undefined);
    for (const slash of ['/', '%2F']) {
      const text = `See mira${slash}lantern.js, not mira${slash}lantern.git or mira${slash}lantern`;
      expect(clean(text, true)).toBe(
        `See mira${slash}lantern.js, not [private repository].git or [private repository]`,
      );
    }
  });
});
