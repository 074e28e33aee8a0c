// @ts-check
/**
 * Writes the JSON Schemas of what commands print with `--json` from `output-shapes.json`, which has one list of shapes for
 * each command. `npm run docs` writes that file from real output; changes of it are changes of a promise.
 *
 * A shape is a type (`string`, `null|number`, `time` for a moment in UTC, `any`), `=word` for this word only, an array with
 * the shape of its items, or an object with the shapes of its members: `?` ends the name of one that may be absent, `*`
 * stands for any name, and `|` has the type of what may be there in place of the object.
 */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';

/** @typedef {string | [Shape] | { readonly [name: string]: Shape }} Shape */
/** @typedef {{ readonly [keyword: string]: unknown }} Schema */

export const OUTPUT_SHAPES = new URL('output-shapes.json', import.meta.url);

const DIRECTORY = new URL('../schemas/output/', import.meta.url);

const EXIT_ERROR = {
  title: 'exit_error',
  description: 'why the command failed; always the last line',
  .../** @type {Schema} */ (
    schemaOf({
      message_type: '=exit_error',
      code: 'string',
      exit_status: 'number',
      message: 'string',
      'hint?': 'string',
      'details?': 'object',
    })
  ),
};

/** Replaces all files of `schemas/output`. */
export async function writeOutputSchemas() {
  /** @type {Record<string, readonly Shape[]>} */
  const shapes = JSON.parse(await readFile(OUTPUT_SHAPES, 'utf8'));
  await rm(DIRECTORY, { recursive: true, force: true });
  await mkdir(DIRECTORY, { recursive: true });
  for (const [command, some] of Object.entries(shapes)) {
    // Programs read them: with indentation, they would have twice the size.
    const text = `${JSON.stringify(outputSchema(command, some))}\n`;
    await writeFile(new URL(fileNameOf(command), DIRECTORY), text);
  }
}

export function fileNameOf(/** @type {string} */ command) {
  return `${command.replaceAll(' ', '-')}.schema.json`;
}

/**
 * The schema of what a command prints: one value, or lines, which have a type.
 *
 * @param {string} command
 * @param {readonly Shape[]} shapes
 */
export function outputSchema(command, shapes) {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://satchel.example/schemas/output/${fileNameOf(command)}`,
    title: `satchel ${command} --json`,
    description: hasLines(shapes) ? 'Each line of the output.' : 'The output.',
    anyOf: [...shapes.map(titledSchema), EXIT_ERROR],
  };
}

/** Whether a command prints lines with a type. */
export function hasLines(/** @type {readonly Shape[]} */ shapes) {
  return shapes.some((shape) => typeof shape === 'object' && 'message_type' in shape);
}

function titledSchema(/** @type {Shape} */ shape) {
  const type = typeof shape === 'object' && !Array.isArray(shape) ? shape['message_type'] : undefined;
  return typeof type === 'string' ? { title: type.slice(1), ...schemaOf(shape) } : schemaOf(shape);
}

/** @returns {Schema} */
function schemaOf(/** @type {Shape} */ shape) {
  if (Array.isArray(shape)) {
    return { type: 'array', items: schemaOf(shape[0]) };
  }
  return typeof shape === 'string' ? plainSchema(shape) : objectSchema(shape);
}

/** @returns {Schema} */
function plainSchema(/** @type {string} */ shape) {
  if (shape === 'any') {
    return {};
  }
  if (shape.startsWith('=')) {
    return { const: shape.slice(1) };
  }
  const types = shape.split('|').map((name) => (name === 'time' ? 'string' : name));
  const format = shape.includes('time') ? { format: 'date-time' } : {};
  return { type: types.length === 1 ? types[0] : types, ...format };
}

/** @returns {Schema} */
function objectSchema(
  /** @type {{ readonly [name: string]: Shape }} */ { '*': each, '|': other, ...shapes },
) {
  if (each !== undefined) {
    return { type: 'object', additionalProperties: schemaOf(each) };
  }
  const required = Object.keys(shapes).filter((name) => !name.endsWith('?'));
  const members = Object.entries(shapes).map(([name, shape]) => [name.replace('?', ''), schemaOf(shape)]);
  return {
    type: other === undefined ? 'object' : ['object', other],
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(members),
    additionalProperties: false,
  };
}
