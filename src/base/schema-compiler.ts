import { createRequire } from 'node:module';
import type * as AjvModule from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { escapePointer, isJsonObject, type JsonObject } from './json.ts';

/** One way in which a value breaks its schema. */
export interface Violation {
  /** JSON pointer (RFC 6901) to the value at fault; empty for the whole document. */
  readonly pointer: string;
  /** What is wrong, to be read after the pointer: `must be string`. */
  readonly message: string;
  /** For a member that is not known: those that are. Only of compilers that find all faults. */
  readonly known?: readonly string[];
}

interface CompilerOptions {
  /**
   * Finds every fault and not just the first: for small documents that their owner is to repair. All faults of a hostile
   * value could be millions.
   */
  readonly findsAll?: boolean;
}

/** Judges a value: an empty list means that it fits. It stops at the first fault, unless its compiler finds all. */
export type Validate = (value: unknown) => readonly Violation[];

/** A compiler over JSON Schema 2020-12 documents that may refer to each other by `$id`. */
export interface SchemaCompiler {
  /** The judge for the schema with this `$id`; compiled once, on first use. */
  validatorFor(id: string): Validate;
}

export function createSchemaCompiler(
  schemas: readonly JsonObject[],
  { findsAll = false }: CompilerOptions = {},
): SchemaCompiler {
  const ajv = createAjv(schemas, { withSource: false, findsAll });
  return { validatorFor: (id) => judgeWith(ajv.getSchema(id), id) };
}

/** How the compiler itself is made. */
interface AjvWish extends CompilerOptions {
  /** Whether it keeps the text of what it compiles. */
  readonly withSource: boolean;
}

/** The compiler itself. */
export function createAjv(
  schemas: readonly JsonObject[],
  { withSource, findsAll = false }: AjvWish,
): AjvModule.Ajv2020 {
  const { Ajv2020 } = loadAjv();
  return new Ajv2020({
    strict: true,
    // Our own schemas, which tests judge: to judge them again takes longer than to compile one.
    validateSchema: false,
    // Optimising costs as much as generating, and V8 does it again.
    code: { optimize: false, source: withSource },
    allowUnionTypes: true,
    validateFormats: false,
    allErrors: findsAll,
    verbose: findsAll, // Each fault then brings the schema that it breaks.
    schemas: [...schemas],
  });
}

/** The judge that a compiled schema makes. */
export function judgeWith(validate: ValidateFunction | undefined, id: string): Validate {
  if (validate === undefined) {
    throw new RangeError(`Cannot find the schema "${id}"`);
  }
  return (value) => judge(validate, value);
}

/** Loading takes as long as starting Node.js does, and most commands judge nothing. */
function loadAjv(): typeof AjvModule {
  return createRequire(import.meta.url)('ajv/dist/2020.js');
}

function judge(validate: ValidateFunction, value: unknown): readonly Violation[] {
  if (validate(value) === true) {
    return [];
  }
  return (validate.errors ?? []).map(toViolation);
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
  const list = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : '';
  return { pointer: error.instancePath, message: `${error.message ?? error.keyword}${list}` };
}
