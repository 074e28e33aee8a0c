import { fileURLToPath } from 'node:url';
import { escapePointer, isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import type { SchemaCompiler, Validate, Violation } from '../base/schema-compiler.ts';
import {
  openSchemas,
  readSchemaFolder,
  type SchemaFolder,
  writeStandaloneSchemas,
} from '../base/standalone-schemas.ts';
import { quoteText } from '../base/terminal-text.ts';
import { createFinding, type Finding } from '../model/findings.ts';
import { isRecordKind, kindOfPrefix } from '../model/record-kind.ts';

/** The schemas in `schemas/archive`: read on first use, each compiled on its first use. */
export interface ArchiveSchemas {
  /** The validator for records of a kind; undefined if the kind has no schema. */
  validatorFor(kind: string): Validate | undefined;
  /** The fields in the schema of a kind; empty if it has no schema. */
  fieldsOf(kind: string): ReadonlySet<string>;
}

/** `urls` and `schema` are documents of the archive, and are validated under these names like kinds. */
export type DocumentName = 'schema' | 'urls';

const SCHEMA_FOLDER = new URL('../../schemas/archive/', import.meta.url);

/** The schemas as code, written by the build. The path is valid from both the source and the compiled file. */
const STANDALONE = fileURLToPath(new URL('../../dist/archive/archive-schemas.cjs', import.meta.url));

/**
 * Creates the set of schemas. Without the output of the build, compiling them takes a tenth of a second, so callers
 * that read many archives should share one set.
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

/** Writes the schemas as code, as a build step. If these are missing or outdated, schemas are compiled on use. */
export function writeArchiveSchemas(path = STANDALONE): void {
  writeStandaloneSchemas(readSchemaFolder(SCHEMA_FOLDER), path);
}

/** Validates records of one kind in one archive, and collects facts about them. */
export interface KindReader {
  readonly kind: string;
  /** Counts a record and its unknown fields; returns the number of its fields. */
  countFields(value: JsonObject, entryName: string, recordIndex: number): number;
  /** Violations of the schema; empty if the kind has no schema. */
  validate(value: JsonValue): readonly Violation[];
}

/** The readers for all kinds in one archive. */
export interface KindReaders {
  /**
   * The reader for the record's `type` if that is a known kind, or else for the kind of the prefix. If both are
   * unknown, the kind is the `type` if it is plausible, or else the prefix.
   */
  readerFor(value: JsonObject, prefix: string): KindReader;
  /** The kind to report for unreadable records. */
  kindOf(prefix: string): string;
  /** One finding for each kind without a schema and for each unknown field, with counts. */
  drift(): readonly Finding[];
}

/** Maximum kinds, and unknown fields of a kind, that are counted separately; in hostile archives all may differ. */
const MAX_KINDS = 1_000;
const MAX_UNKNOWN_FIELDS = 1_000;

/** Unknown fields with longer names are counted as one field. */
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
        // Usually the type of the previous record: comparing is faster than a lookup, which hashes the text.
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
  /** The known fields of the last record that was checked field by field. */
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
    // JSON.parse creates own properties only, and `for in` is the fastest way to iterate over them.
    for (const field in value) {
      // Records of one kind usually have the same fields in the same order: comparing is faster than a lookup.
      if (field !== this.#usual[count]) {
        return this.#countUnusual(value, entryName, recordIndex);
      }
      count += 1;
    }
    return count;
  }

  validate(value: JsonValue): readonly Violation[] {
    return this.#validate?.(value) ?? NO_VIOLATIONS;
  }

  drift(): readonly Finding[] {
    const records = (count: number) => (count === 1 ? '1 record' : `${count} records`);
    if (this.#validate === undefined && this.#first !== undefined) {
      const message = `The kind "${this.kind}" has no schema; ${records(this.#count)} of this kind ${this.#count === 1 ? 'was kept as it is' : 'were kept as they are'}`;
      return [createFinding('kind-unknown', message, this.#first)];
    }
    return [...this.#unknownFields].map(([field, { count, first }]) => {
      const message = `The schema of the kind "${this.kind}" lacks the field ${quoteText(field)}, found in ${records(count)}`;
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
