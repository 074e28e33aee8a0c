import { createRequire } from 'node:module';
import type * as AjvModule from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { escapePointer, isJsonObject, type JsonObject } from './json.ts';

/** One violation of a schema. */
export interface Violation {
  /** JSON pointer (RFC 6901) to the invalid value; empty for the whole document. */
  readonly pointer: string;
  /** What is wrong, to be read after the pointer: `must be string`. */
  readonly message: string;
  /** For an unknown member: the names of the known ones. Only with `findsAll`. */
  readonly known?: readonly string[] | undefined;
}

interface CompilerOptions {
  /** Finds all violations, not just the first. Only for small documents: a hostile value could contain millions. */
  readonly findsAll?: boolean;
  /** Keeps the source of the compiled code. */
  readonly withSource?: boolean;
}

/** Validates a value: an empty list means that it is valid. Stops at the first violation, unless `findsAll` is set. */
export type Validate = (value: unknown) => readonly Violation[];

/** A compiler for JSON Schema 2020-12 documents that may refer to each other by `$id`. */
export interface SchemaCompiler {
  /** The validator for the schema with this `$id`, compiled on first use. */
  validatorFor(id: string): Validate;
}

export function createSchemaCompiler(
  schemas: readonly JsonObject[],
  options: CompilerOptions = {},
): SchemaCompiler {
  const ajv = createAjv(schemas, options);
  return { validatorFor: (id) => toValidate(ajv.getSchema(id), id) };
}

/**
 * The compiler itself. It is loaded on demand: loading takes as long as Node's start, and most commands do not need it.
 */
export function createAjv(
  schemas: readonly JsonObject[],
  { withSource = false, findsAll = false }: CompilerOptions,
): AjvModule.Ajv2020 {
  const { Ajv2020 }: typeof AjvModule = createRequire(import.meta.url)('ajv/dist/2020.js');
  return new Ajv2020({
    strict: true,
    // Tests validate our schemas; doing it here takes longer than compiling them.
    validateSchema: false,
    // Optimizing takes as long as generating, and V8 optimizes anyway.
    code: { optimize: false, source: withSource },
    inlineRefs: !withSource, // The code of a schema that others refer to is written once.
    allowUnionTypes: true,
    validateFormats: false,
    allErrors: findsAll,
    verbose: findsAll, // Adds the violated schema to each error.
    schemas: [...schemas],
  });
}

export function toValidate(validate: ValidateFunction | undefined, id: string): Validate {
  if (validate === undefined) {
    throw new RangeError(`Cannot find the schema "${id}"`);
  }
  return (value) => (validate(value) === true ? [] : (validate.errors ?? []).map(toViolation));
}

function toViolation(error: ErrorObject): Violation {
  const params: Readonly<Record<string, unknown>> = error.params;
  const missing = params['missingProperty'];
  if (typeof missing === 'string') {
    return { pointer: `${error.instancePath}/${escapePointer(missing)}`, message: 'must be present' };
  }
  const extra = params['additionalProperty'];
  if (typeof extra === 'string') {
    const properties: unknown = error.parentSchema?.['properties'];
    const known = isJsonObject(properties) ? { known: Object.keys(properties) } : {};
    return {
      pointer: `${error.instancePath}/${escapePointer(extra)}`,
      message: 'is not a known field',
      ...known,
    };
  }
  const allowed = params['allowedValues'];
  const message = Array.isArray(allowed)
    ? `must be one of ${allowed.join(', ')}`
    : (error.message ?? error.keyword);
  return { pointer: error.instancePath, message };
}
