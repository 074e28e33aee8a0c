import type { JsonObject, JsonValue } from '../../../src/base/json.ts';

type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** The values that a field may have, described without JSON Schema in order to test the schemas. */
export interface FieldPromise {
  readonly types: readonly JsonType[];
  /** Invalid texts. */
  readonly wrongTexts?: readonly string[];
  /** The items of an array. */
  readonly items?: FieldPromise;
  /** The members of an object; `required` lists those that must be present. */
  readonly members?: Readonly<Record<string, FieldPromise>>;
  readonly required?: readonly string[];
}

/** The specification of a kind (docs/concepts/archive-format.md), with invented records that conform to it. */
export interface RecordPromise {
  readonly required: readonly string[];
  readonly fields: Readonly<Record<string, FieldPromise>>;
  /** Complete records by format version or exporter. */
  readonly generations: Readonly<Record<string, JsonObject>>;
}

export const ANY_TEXT: FieldPromise = { types: ['string'] };
export const OPTIONAL_TEXT: FieldPromise = { types: ['string', 'null'] };
/** A text that is not empty, such as a key or a reference. */
export const FULL_TEXT: FieldPromise = { types: ['string'], wrongTexts: [''] };
export const TIME: FieldPromise = {
  types: ['string'],
  wrongTexts: ['yesterday', '2020-01-02', '1577934245'],
};
export const OPTIONAL_TIME: FieldPromise = { ...TIME, types: ['string', 'null'] };
export const FLAG: FieldPromise = { types: ['boolean', 'null'] };
export const LOOSE_NUMBER: FieldPromise = { types: ['integer', 'string', 'null'] };
export const STATE: FieldPromise = { types: ['integer', 'string'] };
export const ANY_LIST: FieldPromise = { types: ['array', 'null'] };
export const ANYTHING: FieldPromise = {
  types: ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'],
};

/** The fields of every record. */
export const EVERY_RECORD = { type: ANY_TEXT, url: FULL_TEXT } as const;

export function listOf(items: FieldPromise): FieldPromise {
  return { types: ['array', 'null'], items };
}

export function itemWith(
  members: Readonly<Record<string, FieldPromise>>,
  required: readonly string[] = [],
): FieldPromise {
  return { types: ['object'], members, required };
}

export function objectWith(members: Readonly<Record<string, FieldPromise>>): FieldPromise {
  return { types: ['object', 'null'], members };
}

/** The same specification for several members. */
export function each(
  promise: FieldPromise,
  ...names: readonly string[]
): Readonly<Record<string, FieldPromise>> {
  return Object.fromEntries(names.map((name) => [name, promise]));
}

export const URLS = listOf(FULL_TEXT);
export const REACTIONS = listOf(
  itemWith({ ...each(OPTIONAL_TEXT, 'user', 'subject_type'), content: ANY_TEXT, created_at: OPTIONAL_TIME }, [
    'content',
  ]),
);

/** A valid or invalid value for a field, and its position. */
export interface Substitution {
  readonly value: JsonValue;
  /** The JSON pointer (RFC 6901) to the invalid value, within the field. */
  readonly pointer: string;
}

const SAMPLES: readonly (readonly [JsonType, JsonValue])[] = [
  ['null', null],
  ['boolean', true],
  ['integer', 7],
  ['number', 7.5],
  ['string', '2020-01-02T03:04:05Z'],
  ['array', []],
  ['object', {}],
];

/** One value of each type that a field may have. */
export function rightValues({ types, required = [], members = {} }: FieldPromise): readonly JsonValue[] {
  return SAMPLES.filter(([type]) => types.includes(type)).map(([type, value]) =>
    type === 'object' ? smallest({ types, required, members }) : value,
  );
}

/** All invalid variants of a field: of type, of text, and those of its items and members. */
export function wrongValues(promise: FieldPromise): readonly Substitution[] {
  const { types, wrongTexts = [], items, members = {}, required = [] } = promise;
  const here = SAMPLES.filter(([type]) => !types.includes(type)).map(([, value]) => ({ value, pointer: '' }));
  const texts = wrongTexts.map((value) => ({ value, pointer: '' }));
  const inItems = items === undefined ? [] : wrongValues(items).map(inSecondItem(items));
  const base = types.includes('object') ? smallest(promise) : {};
  const inMembers = Object.entries(members).flatMap(([name, member]) =>
    wrongValues(member).map(({ value, pointer }) => ({
      value: { ...base, [name]: value },
      pointer: `/${name}${pointer}`,
    })),
  );
  const absent = required.map((name) => {
    const { [name]: _, ...value } = base;
    return { value, pointer: `/${name}` };
  });
  return [...here, ...texts, ...inItems, ...inMembers, ...absent];
}

function inSecondItem(items: FieldPromise): (wrong: Substitution) => Substitution {
  const [first = null] = rightValues(items);
  return ({ value, pointer }) => ({ value: [first, value], pointer: `/1${pointer}` });
}

function smallest({ required = [], members = {} }: FieldPromise): JsonObject {
  const pairs = required.map((name) => [name, rightValues(members[name] ?? ANY_TEXT)[0] ?? null]);
  return Object.fromEntries(pairs);
}
