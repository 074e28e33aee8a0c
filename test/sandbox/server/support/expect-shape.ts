import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createSchemaCompiler } from '../../../../src/base/index.ts';

const DIRECTORY = new URL('shapes/', import.meta.url);

const COMPILER = createSchemaCompiler(
  readdirSync(DIRECTORY).map((file) => JSON.parse(readFileSync(new URL(file, DIRECTORY), 'utf8'))),
);

/** Expects a body to be what the schema of `shapes` with this name, written from the specification, says. */
export function expectShape(name: string, body: unknown): void {
  const validate = COMPILER.validatorFor(`https://satchel.example/shapes/${name}.schema.json`);
  expect(validate(body), name).toEqual([]);
}
