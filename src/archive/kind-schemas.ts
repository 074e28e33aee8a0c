import { fileURLToPath } from 'node:url';
import {
  escapePointer,
  isJsonObject,
  type JsonObject,
  openSchemas,
  quoteText,
  readSchemaFolder,
  type SchemaCompiler,
  type SchemaFolder,
  type Validate,
  type Violation,
  writeStandaloneSchemas,
} from '../base/index.ts';
import { createFinding, type Finding, isRecordKind, kindOfPrefix } from '../model/index.ts';

/** The schemas of `schemas/archive`: read on first use, each compiled on its first use. */
export interface ArchiveSchemas {
  /** The judge of records of a kind, or undefined where the kind has no schema. */
  validatorFor(kind: string): Validate | undefined;
  /** The fields that the schema of a kind names; empty where the kind has none. */
  fieldsOf(kind: string): ReadonlySet<string>;
}

/** `urls` and `schema` are documents of the archive; they are judged under these names like kinds. */
export type DocumentName = 'schema' | 'urls';

const SCHEMA_FOLDER = new URL('../../schemas/archive/', import.meta.url);

/** The schemas as code, where the build puts them: seen from the source and from the built file alike. */
const STANDALONE = fileURLToPath(new URL('../../dist/archive/archive-schemas.cjs', import.meta.url));

/**
 * Makes the set of schemas. Compiling them, where the build did not, takes a tenth of a second: callers who read many
 * archives share one.
 */
export function createArchiveSchemas(standalonePath = STANDALONE): ArchiveSchemas {
  let schemas: (SchemaFolder & { readonly compiler: SchemaCompiler }) | undefined;
  const validators = new Map<string, Validate | undefined>();
  const load = () => {
    if (schemas === undefined) {
      const folder = readSchemaFolder(SCHEMA_FOLDER);
      schemas = { ...folder, compiler: openSchemas(folder, standalonePath) };
    }
    return schemas;
  };
  return {
    validatorFor(kind) {
      if (!validators.has(kind)) {
        const { byName, compiler } = load();
        const id = byName.get(kind)?.['$id'];
        validators.set(kind, typeof id === 'string' ? compiler.validatorFor(id) : undefined);
      }
      return validators.get(kind);
    },
    fieldsOf(kind) {
      const properties = load().byName.get(kind)?.['properties'];
      return new Set(isJsonObject(properties) ? Object.keys(properties) : []);
    },
  };
}

/** Writes the schemas as code, as a step of the build. Where that was not done, or not since, each is compiled when it is used. */
export function writeArchiveSchemas(path = STANDALONE): void {
  writeStandaloneSchemas(readSchemaFolder(SCHEMA_FOLDER), path);
}

/** What one archive has shown of one kind of record, and how its records are judged. */
export interface KindReader {
  readonly kind: string;
  /** Takes note of a record and of the fields that its schema does not know; gives how many fields it has. */
  countFields(value: JsonObject, entryName: string, recordIndex: number): number;
  /** In which ways the record breaks the schema of its kind; none where the kind has no schema. */
  validate(value: JsonObject): readonly Violation[];
}

/** The readers of all kinds of one archive. */
export interface KindReaders {
  /** By the record's own `type` if that is a known kind, else the prefix's kind, else what either of them says. */
  readerFor(value: JsonObject, prefix: string): KindReader;
  /** The kind of records that cannot be read themselves. */
  kindOf(prefix: string): string;
  /** One finding for each kind without a schema and for each unknown field, with their counts. */
  drift(): readonly Finding[];
}

/** How many kinds, and unknown fields of one kind, are counted separately: in hostile archives all may differ. */
const MAX_KINDS = 1_000;
const MAX_UNKNOWN_FIELDS = 1_000;

/** Longer names of unknown fields count as one field. */
const MAX_FIELD_CHARACTERS = 256;
const LONG_FIELD = `(longer than ${MAX_FIELD_CHARACTERS} characters)`;

const PLAUSIBLE_KIND = /^[A-Za-z][A-Za-z0-9_.-]{0,62}$/;

export function createKindReaders(schemas: ArchiveSchemas): KindReaders {
  const readers = new Map<string, CountingReader>();
  let last: { readonly type: string; readonly reader: CountingReader } | undefined;

  function readerOf(kind: string): CountingReader {
    let reader = readers.get(kind);
    if (reader === undefined) {
      reader = new CountingReader(kind, schemas);
      readers.set(kind, reader);
    }
    return reader;
  }

  return {
    readerFor(value, prefix) {
      const type = value['type'];
      if (typeof type === 'string') {
        // Mostly that of the record before: comparing costs less than looking up, for which the text is hashed.
        if (type === last?.type) {
          return last.reader;
        }
        const reader = readers.get(type);
        if (reader?.isKnown === true || isRecordKind(type)) {
          last = { type, reader: reader ?? readerOf(type) };
          return last.reader;
        }
      }
      const kind = kindOfPrefix(prefix);
      const isOwnKind = typeof type === 'string' && PLAUSIBLE_KIND.test(type) && readers.size < MAX_KINDS;
      return readerOf(kind ?? (isOwnKind ? type : prefix));
    },
    kindOf: (prefix) => kindOfPrefix(prefix) ?? prefix,
    drift: () => [...readers.values()].flatMap((reader) => reader.drift()),
  };
}

interface RecordPlace {
  readonly entryName: string;
  readonly recordIndex: number;
}

interface UnknownField {
  count: number;
  readonly first: RecordPlace;
}

const NO_VIOLATIONS: readonly Violation[] = [];

class CountingReader implements KindReader {
  readonly kind: string;
  readonly isKnown: boolean;
  readonly #validate: Validate | undefined;
  readonly #fields: ReadonlySet<string>;
  readonly #unknownFields = new Map<string, UnknownField>();
  /** Fields that the schema knows, in the order of the last record that was looked at closely. */
  #usual: readonly string[] = [];
  #count = 0;
  #first: RecordPlace | undefined;

  constructor(kind: string, schemas: ArchiveSchemas) {
    this.kind = kind;
    this.isKnown = isRecordKind(kind);
    this.#validate = this.isKnown ? schemas.validatorFor(kind) : undefined;
    this.#fields = this.isKnown ? schemas.fieldsOf(kind) : new Set();
  }

  countFields(value: JsonObject, entryName: string, recordIndex: number): number {
    this.#count += 1;
    this.#first ??= { entryName, recordIndex };
    let count = 0;
    // JSON.parse makes own properties only, and `for in` is the fastest walk over them.
    for (const field in value) {
      // Records of one kind mostly have the same fields in the same order: to compare costs less than to look up.
      if (field !== this.#usual[count]) {
        return this.#countUnusual(value, entryName, recordIndex);
      }
      count += 1;
    }
    return count;
  }

  validate(value: JsonObject): readonly Violation[] {
    return this.#validate?.(value) ?? NO_VIOLATIONS;
  }

  drift(): readonly Finding[] {
    const records = (count: number) => (count === 1 ? '1 record' : `${count} records`);
    if (this.#validate === undefined && this.#first !== undefined) {
      const message = `The kind "${this.kind}" has no schema; ${records(this.#count)} of it ${this.#count === 1 ? 'was kept as it is' : 'were kept as they are'}`;
      return [createFinding('kind-unknown', message, this.#first)];
    }
    return [...this.#unknownFields].map(([field, { count, first }]) => {
      const message = `The schema of the kind "${this.kind}" does not know the field ${quoteText(field)}, in ${records(count)}`;
      return createFinding('field-unknown', message, { ...first, pointer: `/${escapePointer(field)}` });
    });
  }

  #countUnusual(value: JsonObject, entryName: string, recordIndex: number): number {
    const fields = Object.keys(value);
    const unknown = this.#validate === undefined ? [] : fields.filter((field) => !this.#fields.has(field));
    for (const field of unknown) {
      const name = field.length > MAX_FIELD_CHARACTERS ? LONG_FIELD : field;
      this.#countUnknown(name, entryName, recordIndex);
    }
    this.#usual = unknown.length === 0 ? fields : this.#usual;
    return fields.length;
  }

  #countUnknown(field: string, entryName: string, recordIndex: number): void {
    const known = this.#unknownFields.get(field);
    if (known !== undefined) {
      known.count += 1;
    } else if (this.#unknownFields.size < MAX_UNKNOWN_FIELDS) {
      this.#unknownFields.set(field, { count: 1, first: { entryName, recordIndex } });
    }
  }
}
