import type { JsonObject, JsonValue } from '../../../src/base/index.ts';

type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** What a field may be, said without the words of JSON Schema so that the schemas can be judged by it. */
export interface FieldPromise {
  readonly types: readonly JsonType[];
  /** Texts that are wrong although they are texts. */
  readonly wrongTexts?: readonly string[];
  /** What items of an array may be. */
  readonly items?: FieldPromise;
  /** What an object has, and which of it must be there. */
  readonly members?: Readonly<Record<string, FieldPromise>>;
  readonly required?: readonly string[];
}

/** What the archive format (docs/concepts/archive-format.md) promises of one kind, with invented records that keep the promise. */
export interface RecordPromise {
  readonly required: readonly string[];
  readonly fields: Readonly<Record<string, FieldPromise>>;
  /** Full records by generation or writer. */
  readonly generations: Readonly<Record<string, JsonObject>>;
}

export const ANY_TEXT: FieldPromise = { types: ['string'] };
export const OPTIONAL_TEXT: FieldPromise = { types: ['string', 'null'] };
/** Also a key and a reference: a text with something in it. */
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

/** The type, the key and the text that every record has. */
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

/** The same promise for each of many members. */
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

/** A value put in the place of a field: wrong or right, and where it stands. */
export interface Substitution {
  readonly value: JsonValue;
  /** JSON pointer (RFC 6901) of what is wrong, below the field. */
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

/** Every way in which a field can be wrong: by type, by text, and all of that inside its items and members. */
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
