import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { validateDocsConfig } from '../../app/docs-config.ts';
import { fileFailure } from '../../base/file-failure.ts';
import { Failure, messageOf } from '../../model/failure.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags/flags.ts';
import { jsonLine } from '../output/json-names.ts';
import { addStep } from '../steps.ts';

/** `satchel validate …`: checks files against the schemas that ship with Satchel. */
export function defineValidate(command: Command, context: CommandContext): void {
  defineDocsConfig(
    addStep(command, 'docs-config', 'check the configuration of a documentation site'),
    context,
  );
  addHelpEnd(command, ['validate docs-config docs/config.json']);
}

/** `satchel validate docs-config FILE`: exits with 6 and reports every fault if the file is invalid. */
function defineDocsConfig(command: Command, context: CommandContext): void {
  command.argument('<file>', 'the configuration (JSON), or - for standard input');
  addFlag(command, '--lax', 'also accept what sites use today: no docSearch, tab, addedAt, updatedAt');
  addHelpEnd(command, ['validate docs-config docs/config.json', 'validate docs-config config.json --lax']);
  command.action(async (path: string, flags: { readonly lax?: boolean; readonly json?: boolean }) => {
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
