import fc from 'fast-check';
import { RECORD_TABLES } from '../../../src/store/record-tables.table.ts';
import type { FieldSpec, LinkTable } from '../../../src/store/table-spec.ts';
import { ANY_CHARACTER } from '../../base/support/any-character.ts';

/** A record as JSON text, and the kind of its record file. */
export interface RecordText {
  readonly kind: string;
  readonly json: string;
}

const HOSTILE_STRINGS = [
  '',
  'https://service.example/acme/app/issues/7',
  'a\u0000b',
  '\ud800',
  'x\udfff\u0000',
  '2024-01-02T03:04:05Z',
  '2024-01-02T03:04:05.120+08:00',
  '2025-03-02 13:11:17 +0000',
  '9999-99-99T99:99:99Z',
  'commented',
  "'; DROP TABLE issues; --",
  '🧵 \u2028',
];

/** Number literals, most of which JavaScript or SQLite would change. */
const LITERALS = [
  '0',
  '-0',
  '1',
  '1.0',
  '1e0',
  '40',
  '30',
  '0.1',
  '9007199254740993',
  '1e400',
  '-12345678901234567890',
];

const HOSTILE_KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'extra',
  'id',
  'shape_id',
  '',
  'a"b\\',
  '\u0000',
  '\udc00',
  '7',
];

const anyString = fc.oneof(
  fc.constantFrom(...HOSTILE_STRINGS),
  fc.string({ unit: ANY_CHARACTER }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
    .map((units) => String.fromCharCode(...units)),
);
const anyScalar = fc.oneof(
  anyString.map((text) => JSON.stringify(text)),
  fc.constantFrom('null', 'true', 'false', ...LITERALS),
);
const anyKey = fc.oneof(fc.constantFrom(...HOSTILE_KEYS), anyString);
const anySpace = fc.constantFrom('', ' ', '\n\t');

const { json: anyJson } = fc.letrec<{ json: string; array: string; object: string }>((tie) => ({
  json: fc.oneof({ depthSize: 'small' }, anyScalar, tie('array'), tie('object')),
  array: fc.array(tie('json'), { maxLength: 4 }).map((items) => `[ ${items.join(' , ')} ]`),
  object: fc.array(fc.tuple(anyKey, tie('json')), { maxLength: 4 }).chain(objectText),
}));

/** Formats members as the JSON text of an object; keys may be repeated. */
function objectText(members: readonly (readonly [key: string, json: string])[]): fc.Arbitrary<string> {
  return anySpace.map((gap) => {
    const texts = members.map(([key, json]) => `${gap}${JSON.stringify(key)}${gap}:${gap}${json}${gap}`);
    return `{${texts.join(',')}}`;
  });
}

/** Values that usually have the expected type: what is stored in columns and link tables must be restored from them. */
function fieldJson(field: FieldSpec): fc.Arbitrary<string> {
  return fc.oneof({ weight: 5, arbitrary: typicalJson(field) }, { weight: 1, arbitrary: anyJson });
}

function typicalJson(field: FieldSpec): fc.Arbitrary<string> {
  if ('link' in field) {
    return fc.array(itemJson(field.link), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`);
  }
  if ('members' in field) {
    return objectWith(Object.keys(field.members));
  }
  const fitting = {
    text: anyString.map((text) => JSON.stringify(text)),
    flag: fc.constantFrom('true', 'false'),
  };
  return field.as === 'flag' ? fitting.flag : fc.oneof(anyScalar, fitting.text);
}

function itemJson(link: LinkTable): fc.Arbitrary<string> {
  const items = link.items === 'strings' ? anyScalar : objectWith(Object.keys(link.fields));
  return fc.oneof({ weight: 9, arbitrary: items }, { weight: 1, arbitrary: anyJson });
}

/** An object with these keys; rarely some are missing, reordered or added. */
function objectWith(keys: readonly string[]): fc.Arbitrary<string> {
  const chosen = fc.oneof(
    { weight: 3, arbitrary: fc.constant([...keys]) },
    { weight: 1, arbitrary: fc.shuffledSubarray([...keys]) },
    { weight: 1, arbitrary: anyKey.map((key) => [...keys, key]) },
  );
  return chosen.chain((names) =>
    fc
      .tuple(...names.map((name) => anyScalar.map((json): [string, string] => [name, json])))
      .chain(objectText),
  );
}

function recordOf(kind: string, fields: Readonly<Record<string, FieldSpec>>): fc.Arbitrary<RecordText> {
  const own = fc
    .shuffledSubarray(Object.entries(fields))
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map(([key, field]) => fieldJson(field).map((json): [string, string] => [key, json])),
      ),
    );
  const more = fc.array(fc.tuple(fc.oneof(anyKey, fc.constantFrom('url', 'type')), anyJson), {
    maxLength: 2,
  });
  const extras = fc.oneof(
    { weight: 2, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 1, arbitrary: more },
  );
  return fc.tuple(fc.integer({ min: 1, max: 3 }), own, extras).chain(([number, members, others]) => {
    const url = JSON.stringify(`https://service.example/acme/app/x/${number}`);
    const head: [string, string][] = [
      ['type', JSON.stringify(kind)],
      ['url', url],
    ];
    return objectText([...head, ...members, ...others]).map((json) => ({ kind, json }));
  });
}

/** Records of all kinds and of unknown ones. There are few urls, so that many records share one. */
export const anyRecord: fc.Arbitrary<RecordText> = fc.oneof(
  ...RECORD_TABLES.map((table) => recordOf(table.kind, table.fields)),
  recordOf('project', {}),
  recordOf('__proto__', {}),
);
