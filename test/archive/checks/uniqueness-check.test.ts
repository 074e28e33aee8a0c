import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeIssue, makeUser } from '../support/make-records.ts';
import { recordFile, SCHEMA_PART } from '../support/make-tar.ts';
import { fileOf } from '../support/trap-records.ts';
import { countsOf, findingsOf, messagesOf, verifyParts } from '../support/verify-parts.ts';

describe('createUniquenessCheck()', () => {
  it('counts what a plain set counts, also when all keys go through the disk', async () => {
    const numbers = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.constantFrom(1, 8, 20, 1_000), async (drawn, maxFingerprintsInMemory) => {
        const issues = drawn.map((number) => makeIssue(number));
        const parts = [SCHEMA_PART, fileOf('issues', ...issues)];
        const report = await verifyParts(parts, { maxFingerprintsInMemory });
        expect(countsOf(report)['record-duplicate'] ?? 0).toBe(drawn.length - new Set(drawn).size);
      }),
      { numRuns: 40 },
    );
  });

  it('names the place of the later record, also when its key went through the disk', async () => {
    const parts = [
      SCHEMA_PART,
      recordFile(
        './issues_000001.json',
        [1, 2, 3].map((number) => makeIssue(number)),
      ),
      recordFile(
        './issues_000002.json',
        [4, 2].map((number) => makeIssue(number)),
      ),
    ];
    const place = { entryName: 'issues_000002.json', recordIndex: 1 };
    const inMemory = await verifyParts(parts);
    expect(findingsOf(inMemory, 'record-duplicate')).toMatchObject([place]);
    const spilled = await verifyParts(parts, { maxFingerprintsInMemory: 2 });
    expect(findingsOf(spilled, 'record-duplicate')).toMatchObject([place]);
    expect(messagesOf(spilled, 'record-duplicate')).toEqual([
      'Record 1 of "issues_000002.json" occurs again in the archive',
    ]);
  });

  it('lets records of two kinds have one address', async () => {
    const organization = { ...makeUser('alice'), type: 'organization' };
    const parts = [SCHEMA_PART, fileOf('users', makeUser('alice')), fileOf('organizations', organization)];
    for (const maxFingerprintsInMemory of [1, 1_000]) {
      const report = await verifyParts(parts, { maxFingerprintsInMemory });
      expect(countsOf(report)).not.toHaveProperty('record-duplicate');
    }
  });

  it('lets several repositories and texts name the same label and category', async () => {
    const label = { url: 'https://service.example/acme/app/labels/bug', name: 'bug', color: 'ff0000' };
    const category = (number: number) => ({
      type: 'discussion_category',
      url: `https://service.example/acme/app/discussion_categories/${number}`,
      repository: 'https://service.example/acme/app',
      name: 'Ideas',
    });
    const repository = (name: string) => ({
      type: 'repository',
      url: `https://service.example/acme/${name}`,
      name,
      labels: [label, label],
    });
    const parts = [
      SCHEMA_PART,
      fileOf('repositories', repository('app'), repository('lib')),
      fileOf('discussion_categories', category(1), category(2)),
    ];
    for (const maxFingerprintsInMemory of [1, 1_000]) {
      const report = await verifyParts(parts, { maxFingerprintsInMemory });
      expect(countsOf(report)).not.toHaveProperty('record-duplicate');
    }
  });

  it('recognizes that a kind is unknown', async () => {
    const strange = (kind: string) => ({ type: kind, url: 'https://service.example/x' });
    const parts = [
      SCHEMA_PART,
      fileOf('gadgets', strange('gadget'), strange('gadget')),
      fileOf('widgets', strange('widget')),
    ];
    expect(countsOf(await verifyParts(parts))['record-duplicate']).toBe(1);
  });
});
