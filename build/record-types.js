// @ts-check
/** Makes `schemas/library/records.d.ts`: the types of records by kind, from the JSON Schemas in `schemas/archive`. */

import { readFile } from 'node:fs/promises';

/**
 * What the schemas of records use of JSON Schema (json-schema.org/draft/2020-12).
 *
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string | readonly string[]} [type]
 * @property {Schema} [items]
 * @property {Readonly<Record<string, Schema>>} [properties]
 * @property {readonly string[]} [required]
 * @property {string} [description]
 * @property {readonly string[]} [examples] the texts that are known, for completion
 */

const FOLDER = new URL('../schemas/archive/', import.meta.url);

const HEAD = `// Made from schemas/archive by \`npm run docs\`.
// Writers add members that no schema knows: the values are types, not interfaces, so that they are objects with any
// members, too (\`const { custom }: Readonly<Record<string, unknown>> = value\`).
`;

/** The module with the types of these kinds. */
export async function recordTypes(/** @type {readonly string[]} */ kinds) {
  const { $defs } = await readSchema('defs');
  const schemas = await Promise.all(kinds.map(async (kind) => ({ kind, schema: await readSchema(kind) })));
  const shared = Object.entries($defs)
    .filter(([, { properties }]) => properties !== undefined)
    .map(([name, schema]) => declaration(nameOf(name), schema));
  const own = schemas.map(({ kind, schema }) => declaration(nameOf(kind), schema));
  const rows = kinds.map((kind) => `  readonly ${kind}: ${nameOf(kind)};`);
  const table = `/** The values of records by kind. */\nexport interface RecordValues {\n${rows.join('\n')}\n}\n`;
  return [HEAD, table, ...shared, ...own].join('\n');

  function declaration(/** @type {string} */ name, /** @type {Schema} */ schema) {
    return `${comment(schema, '')}export type ${name} = ${members(schema, '')};\n`;
  }

  function members(/** @type {Schema} */ { properties = {}, required = [] }, /** @type {string} */ indent) {
    const lines = Object.entries(properties).map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?';
      const rest = required.includes(name) ? '' : ' | undefined';
      return `${comment(schema, `${indent}  `)}${indent}  readonly ${name}${mark}: ${typeOf(schema, `${indent}  `)}${rest};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  }

  /** @returns {string} */
  function typeOf(/** @type {Schema} */ schema, /** @type {string} */ indent) {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split('/').at(-1) ?? '';
      const target = $defs[name] ?? {};
      return target.properties === undefined ? typeOf(target, indent) : nameOf(name);
    }
    const names = [schema.type ?? []].flat();
    return names.length === 0 ? 'unknown' : names.map((name) => typeNamed(name, schema, indent)).join(' | ');
  }

  function typeNamed(/** @type {string} */ name, /** @type {Schema} */ schema, /** @type {string} */ indent) {
    switch (name) {
      case 'integer':
        return 'number';
      case 'array':
        return `readonly (${typeOf(schema.items ?? {}, indent)})[]`;
      case 'object':
        return schema.properties === undefined
          ? '{ readonly [name: string]: unknown }'
          : members(schema, indent);
      case 'string':
        return [...(schema.examples ?? []).map((text) => `'${text}'`), open(schema)].join(' | ');
      default:
        return name;
    }
  }
}

/** Texts are not limited to those that are known, and editors complete these. */
function open(/** @type {Schema} */ { examples }) {
  return examples === undefined ? 'string' : '(string & {})';
}

async function readSchema(/** @type {string} */ name) {
  return JSON.parse(await readFile(new URL(`${name}.schema.json`, FOLDER), 'utf8'));
}

/** `pull_request` becomes `PullRequestValue`. */
function nameOf(/** @type {string} */ kind) {
  const words = kind.split('_').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Value`;
}

function comment(/** @type {Schema} */ { description }, /** @type {string} */ indent) {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '')} */\n`;
}
