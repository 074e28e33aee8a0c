import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/base/json.ts';
import { wrongValues } from '../schemas/field-promises.ts';
import { RECORD_PROMISES } from '../schemas/record-promises.ts';
import { SCHEMA_PART, type TarPart } from '../support/make-tar.ts';
import { load, witness } from '../support/witness.ts';

function archiveOf(kind: string, records: readonly JsonObject[]): readonly TarPart[] {
  // The `type` decides about the kind, and without it the name of the file.
  return [SCHEMA_PART, { name: `./${kind}s_000001.json`, body: JSON.stringify(records) }];
}

const AT = '2020-01-02T03:04:05Z';
const HOST = 'https://service.example';

/** A record of an issue with these members. */
function issue(members: JsonObject): JsonObject {
  const repository = `${HOST}/alice/garden`;
  return { type: 'issue', url: `${repository}/issues/1`, repository, title: 'T', created_at: AT, ...members };
}

describe.each(Object.entries(RECORD_PROMISES))(
  'a %s with an odd value',
  (kind, { required, fields, generations }) => {
    const whole: JsonObject = { ...Object.assign({}, ...Object.values(generations)), type: kind };
    const optional = Object.entries(fields).filter(
      ([name]) => !required.includes(name) && name !== 'type' && name !== 'url',
    );
    const odd = optional.flatMap(([name, promise]) =>
      wrongValues(promise).map(({ value, pointer }) => ({ name, value, pointer: `/${name}${pointer}` })),
    );
    const urlOf = (number: number) => `${HOST}/alice/garden/issues/${number}#x`;
    const records = odd.map(({ name, value }, index) => ({ ...whole, url: urlOf(index), [name]: value }));

    it('is kept, with a warning about that value alone', async () => {
      const { records: read, rejected, findings } = await witness(archiveOf(kind, records));
      expect(rejected.map(({ findings: [first] }) => first?.message)).toEqual([]);
      expect(read).toHaveLength(records.length);
      const asides = findings.filter(({ code }) => code === 'value-set-aside');
      expect(asides.map(({ url, pointer }) => [url, pointer])).toEqual(
        odd.map(({ pointer }, index) => [urlOf(index), pointer]),
      );
    });

    it('comes out of the store as it went in', async () => {
      const { values } = await load(archiveOf(kind, records));
      for (const [index, record] of records.entries()) {
        expect(values.get(urlOf(index))).toEqual(record);
      }
    });
  },
);

const LIST: readonly JsonValue[] = [null, 'x', null, 5, '', ['y'], { a: null }, 'z', null];

describe('a list with odd items', () => {
  it('shows the others, each at its place', async () => {
    const { rows, values } = await load(archiveOf('issue', [issue({ assignees: LIST, labels: LIST })]));
    expect(rows('SELECT position, user_url FROM issue_assignees ORDER BY position')).toEqual([
      [1, 'x'],
      [4, ''],
      [7, 'z'],
    ]);
    expect([...values.values()]).toEqual([issue({ assignees: LIST, labels: LIST })]);
  });

  it('is reported by the places in the record, nulls once', async () => {
    const { findings, verified } = await witness(archiveOf('issue', [issue({ assignees: LIST })]));
    const asides = findings.filter(({ code }) => code === 'value-set-aside');
    expect(asides.map(({ pointer }) => pointer)).toEqual([
      '/assignees/0',
      '/assignees/3',
      '/assignees/4',
      '/assignees/5',
      '/assignees/6',
    ]);
    expect(asides[0]?.message).toBe(
      `"${HOST}/alice/garden/issues/1" is kept, and only its value /assignees/0 is set aside: it must be string, as must 2 more`,
    );
    expect(verified.isVerified).toBe(true);
  });

  it('may consist of nulls, and have items that lack what they need', async () => {
    const nulls = Array.from({ length: 50_000 }, () => null);
    const reactions = [{ user: null }, { content: 'smile' }, { content: 7 }, null];
    const { findings, rejected } = await witness(archiveOf('issue', [issue({ labels: nulls, reactions })]));
    expect(rejected).toEqual([]);
    expect(findings.flatMap(({ code, pointer }) => (code === 'value-set-aside' ? [pointer] : []))).toEqual([
      '/labels/0',
      '/reactions/0/content',
      '/reactions/2/content',
      '/reactions/3',
    ]);
  });

  it('rejects its record if there are more than can be meant', async () => {
    const numbers = Array.from({ length: 251 }, (_, index) => index);
    const { rejected, codes } = await witness(archiveOf('issue', [issue({ labels: numbers })]));
    expect(rejected).toHaveLength(1);
    expect(codes).toContain('record-invalid');
  });
});

describe('a record without what makes it one', () => {
  it.each(['url', 'repository', 'title', 'created_at'])('is rejected: %s', async (name) => {
    const { rejected, codes } = await witness(archiveOf('issue', [issue({ [name]: null, labels: [null] })]));
    expect(rejected).toHaveLength(1);
    expect(codes).toContain('record-invalid');
  });
});
