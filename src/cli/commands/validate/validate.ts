import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { invariant } from '../../../base/failure.ts';
import { fileFailure } from '../../../base/file-failure.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts';
import { createSchemaCompiler, type Violation } from '../../../base/schema-compiler.ts';
import { Failure, messageOf } from '../../../model/failure.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags/flags.ts';
import { jsonLine } from '../../output/json-names.ts';
import { addStep } from '../../steps.ts';

/** The path of the schema; the same from the source and from the built file. */
const SCHEMA_URL = new URL('../../../../schemas/docs-config.schema.json', import.meta.url);

/** The allowed tabs of a section in the current schema of the sites. */
const TABS = ['home', 'get-started', 'tutorial', 'guides', 'api', 'examples'];

/** `satchel validate …`: checks files against the schemas that ship with Satchel. */
export function defineValidate(command: Command, context: CommandContext): void {
  defineDocsConfig(
    addStep(command, 'docs-config', 'check the configuration of a documentation site'),
    context,
  );
  addHelpEnd(command, ['validate docs-config docs/config.json']);
}

interface DocsConfigFlags {
  readonly lax?: boolean;
  readonly json?: boolean;
}

/** `satchel validate docs-config FILE`: exits with 6 and reports every fault if the file is invalid. */
function defineDocsConfig(command: Command, context: CommandContext): void {
  command.argument('<file>', 'the configuration (JSON), or - for standard input');
  addFlag(command, '--lax', 'also accept what sites use today: no docSearch, tab, addedAt, updatedAt');
  addHelpEnd(command, ['validate docs-config docs/config.json', 'validate docs-config config.json --lax']);
  command.action(async (path: string, flags: DocsConfigFlags) => {
    const isLax = flags.lax === true;
    const violations = validateDocsConfig(await readJson(path, context), { isLax }).map(
      ({ pointer, message }) => ({ pointer, message }),
    );
    if (flags.json === true) {
      context.stdout.write(jsonLine({ file: path, isValid: violations.length === 0, isLax, violations }));
    } else {
      const lines = violations.map(
        ({ pointer, message }) => `${path}: ${pointer === '' ? 'the document' : pointer} ${message}\n`,
      );
      context.stdout.write(lines.length === 0 ? `${path}: valid\n` : lines.join(''));
    }
    if (violations.length > 0) {
      context.endWith('verification');
    }
  });
}

async function readJson(path: string, context: CommandContext): Promise<unknown> {
  let content: string;
  try {
    content = path === '-' ? await text(context.stdin) : await readFile(path, 'utf8');
  } catch (error) {
    throw fileFailure(error, 'read the configuration', path);
  }
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new Failure('usage', `Cannot read the configuration "${path}": ${messageOf(error)}`, {
      cause: error,
      hint: 'Give a file that holds JSON',
    });
  }
}

/**
 * Validates the configuration of a documentation site: strictly by specification 2.10, or with `isLax` by the schema of
 * the sites since July 2026, in which `docSearch` is optional, sections have a `tab`, and pages have `addedAt` and
 * `updatedAt`.
 */
export function validateDocsConfig(
  config: unknown,
  { isLax }: { readonly isLax: boolean },
): readonly Violation[] {
  const strict: unknown = JSON.parse(readFileSync(SCHEMA_URL, 'utf8'));
  invariant(isJsonObject(strict), 'the schema is an object');
  const schema = isLax ? { ...relax(strict), required: ['sections'] } : strict;
  return createSchemaCompiler([schema], { findsAll: true }).validatorFor(String(schema['$id']))(config);
}

/** Adds the newer members to sections and pages, wherever the schema describes them. */
function relax(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema), (_, value: JsonValue) => {
    if (!isJsonObject(value)) {
      return value;
    }
    if ('defaultCollapsed' in value) {
      return { ...value, tab: { enum: TABS } };
    }
    return 'to' in value ? { ...value, addedAt: { type: 'string' }, updatedAt: { type: 'string' } } : value;
  });
}
