import { describe, expect, it } from 'vitest';
import { parsePath } from '../../../src/archive/checks/follow-path.ts';
import { createReferenceReaders } from '../../../src/archive/checks/reference-readers.ts';
import { REFERENCES } from '../../../src/archive/checks/references.table.ts';
import { CLAIMS } from '../../../src/archive/checks/uploads.table.ts';
import { MAX_TAG } from '../../../src/archive/fingerprints.ts';
import { createArchiveSchemas } from '../../../src/archive/kind-schemas.ts';
import { isRecordKind } from '../../../src/model/record-kind.ts';
import { fullRecordOf, RECORD_PROMISES } from '../schemas/record-promises.ts';

const schemas = createArchiveSchemas();

describe('REFERENCES', () => {
  it.each([...Object.entries(REFERENCES), ...Object.entries(CLAIMS)])(
    'lists the members of a %s in its schema',
    (kind, rows) => {
      expect(isRecordKind(kind)).toBe(true);
      const fields = isRecordKind(kind) ? schemas.fieldsOf(kind) : new Set();
      expect(
        rows.map(({ path }) => parsePath(path).members[0] ?? '').filter((member) => !fields.has(member)),
      ).toEqual([]);
    },
  );

  it('covers every address of the interface', () => {
    const left = new Set<string>();
    for (const kind of Object.keys(RECORD_PROMISES)) {
      const known = [...(isRecordKind(kind) ? (REFERENCES[kind] ?? []) : [])].map(({ path }) => path);
      for (const path of addressesIn(fullRecordOf(kind), '')) {
        if (!known.some((reference) => reference === path)) {
          left.add(`${kind}${path}`);
        }
      }
    }
    expect([...left].filter((path) => !path.endsWith('/url')).sort()).toEqual([]);
  });

  it('asks no more expectations than keys have tags', () => {
    expect(createReferenceReaders(() => 0).expectations.length).toBeLessThanOrEqual(MAX_TAG + 1);
  });
});

/** The paths of all members with a URL. */
function addressesIn(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') {
    return value.startsWith('https://service.example/') ? [path] : [];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]) =>
    addressesIn(member, `${path}/${Array.isArray(value) ? '*' : name}`),
  );
}
