import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { parseJson } from '../../base/json.ts';
import { quoteText } from '../../base/terminal-text.ts';
import { Failure } from '../../model/failure.ts';
import type { Output } from '../context.ts';
import { writeText } from './terminal.ts';

/** Returns what `--jq` makes of a JSON document. */
export type JsonFilter = (json: string) => Promise<string>;

/** A stream that takes the JSON of a command, and writes what a filter makes of it. */
export interface FilteredOutput {
  readonly input: Output;
  /** Fails with `usage` if the filter does not fit the data. */
  end(): Promise<void>;
}

/**
 * Applies a filter to each JSON document that a command prints, as soon as it is complete: one for most commands, one
 * per line for long operations.
 */
export function filterJson(filter: JsonFilter, output: Output): FilteredOutput {
  let lines: string[] = [];
  let lastLine = '';
  let failure: unknown;
  const render = async () => {
    const json = lines.join('\n');
    if (parseJson(json) !== undefined && failure === undefined) {
      lines = [];
      await writeText(output, await filter(json));
    }
  };
  const take = async (text: string) => {
    const [first = '', ...others] = text.split('\n');
    lastLine += first;
    for (const next of others) {
      lines.push(lastLine);
      if (LAST_LINE.test(lastLine)) {
        await render();
      }
      lastLine = next;
    }
  };
  const input = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      take(String(chunk)).then(
        () => done(),
        (error: unknown) => {
          failure ??= error; // Reported at the end: a backup, for example, continues.
          done();
        },
      );
    },
  });
  return {
    input,
    async end() {
      input.end();
      await finished(input);
      if (failure !== undefined) {
        throw failure;
      }
      if ([...lines, lastLine].some((line) => line.trim() !== '')) {
        throw new Failure('usage', 'Cannot filter the output of this command: it is not JSON');
      }
    },
  };
}

/** A line that may end a document: the members of a document are indented, or end with a comma. */
const LAST_LINE = /^[^\s].*[\]}]$|^[\]}]$/;

/**
 * Creates a filter that runs an expression of jq (https://jqlang.org/manual). As with `--jq` of the GitHub CLI, texts
 * are written without quotation marks, and anything else as JSON on one line. Fails with `usage` if jq rejects the
 * expression.
 */
export async function createJqFilter(expression: string): Promise<JsonFilter> {
  const { raw } = await import('jq-wasm');
  const run = async (json: string, filter: string) => {
    try {
      return await raw(json, filter, ['--raw-output', '--compact-output']);
    } catch (error) {
      throw wrongExpression(expression, error);
    }
  };
  await run('null', `empty | (${expression}\n)`); // Compiles it before the command starts.
  return async (json) => {
    const text = await run(json, expression);
    return text === '' ? '' : `${text}\n`;
  };
}

function wrongExpression(expression: string, error: unknown): Failure {
  const [complaint = ''] = String(error instanceof Error ? error.message : error).split('\n');
  const problem = complaint.replace(/^jq: error(?: \(at [^)]*\))?: /, '');
  return new Failure('usage', `Cannot apply ${quoteText(expression)}: ${problem}`, {
    cause: error,
    hint: 'See https://jqlang.org/manual, and the JSON with --json',
  });
}
