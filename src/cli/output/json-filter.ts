import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { parseJson } from '../../base/json.ts';
import { quoteText } from '../../base/terminal-text.ts';
import { Failure } from '../../model/failure.ts';
import type { Output } from '../context.ts';
import { writeText } from './terminal.ts';

/** What `--jq` makes of a JSON document. */
export interface JsonFilter {
  readonly apply: (json: string) => Promise<string>;
  /** Whether a list can be filtered in parts, with the same result. */
  readonly isForEach: boolean;
}

/** A stream that takes the JSON of a command, and writes what a filter makes of it. */
export interface FilteredOutput {
  readonly input: Output;
  /** Fails with `usage` if the filter does not fit the data. What a command that failed has written is filtered as far as possible. */
  end(outcome?: 'failed'): Promise<void>;
}

/** Parts of a list that are filtered at once. Each run costs as much as some of them. */
const PART_CHARS = 256 * 1024;

/** Longer documents fit neither into a text of V8 nor into the memory of jq. */
const MAX_DOCUMENT_CHARS = 256 * 1024 * 1024;

/**
 * Applies a filter to each JSON document that a command prints, as soon as it is complete: one for most commands, one
 * per line for long operations. A filter of items is applied to parts of a list, while it is written.
 */
export function filterJson({ apply, isForEach }: JsonFilter, output: Output): FilteredOutput {
  let lines: string[] = [];
  let lastLine = '';
  let failure: unknown;
  let chars = 0;
  const render = async (end = '') => {
    const json = `${lines.join('\n').replace(end === '' ? '' : /,$/, '')}${end}`;
    if (parseJson(json) !== undefined) {
      lines = end === '' ? [] : ['['];
      chars = 0;
      await writeText(output, await apply(json));
    }
  };
  /** Lists have an item per line, after their bracket. */
  const isPart = () => isForEach && lines[0] === '[' && lines.length > 1;
  const take = async (text: string) => {
    const [first = '', ...others] = text.split('\n');
    lastLine += first;
    for (const next of others) {
      lines.push(lastLine);
      chars += lastLine.length;
      if (LAST_LINE.test(lastLine)) {
        await render();
      } else if (chars > PART_CHARS && isPart() && ITEM_END.test(lastLine)) {
        await render(']');
      } else if (chars > MAX_DOCUMENT_CHARS) {
        throw tooLong();
      }
      lastLine = next;
    }
  };
  const input = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      if (failure !== undefined) {
        done();
        return;
      }
      take(String(chunk)).then(
        () => done(),
        (error: unknown) => {
          failure ??= error; // Reported at the end: a backup, for example, continues.
          lines = [];
          done();
        },
      );
    },
  });
  return {
    input,
    async end(outcome) {
      input.end();
      await finished(input);
      if (outcome === 'failed') {
        await (isPart() ? render(']') : undefined);
        return;
      }
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

/** A line that may end an item of a list. */
const ITEM_END = /^ {2}(?:\S.*)?[\]}],?$/;

function tooLong(): Failure {
  return new Failure('usage', 'Cannot apply --jq to the whole of this list: it has more than 256 MiB', {
    hint: 'An expression that begins with ".[]" is applied to one item after the other',
  });
}

/**
 * Creates a filter that runs an expression of jq (https://jqlang.org/manual). As with `--jq` of the GitHub CLI, texts
 * are written without quotation marks, and anything else as JSON on one line. Fails with `usage` if jq rejects the
 * expression.
 */
export async function createJqFilter(expression: string): Promise<JsonFilter> {
  const { raw } = await import('jq-wasm');
  const run = async (json: string, filter: string) => {
    const { stdout, stderr, exitCode } = await raw(json, filter, ['--raw-output', '--compact-output']);
    if (exitCode !== 0 && stderr !== '') {
      throw wrongExpression(expression, stderr);
    }
    return stdout;
  };
  await run('null', `empty | (${expression}\n)`); // Compiles it before the command starts.
  return {
    isForEach: OF_ITEMS.test(expression) && !/halt/.test(expression),
    async apply(json) {
      const text = await run(json, expression);
      return text === '' ? '' : `${text}\n`;
    },
  };
}

/**
 * Expressions that do the same to each item of a list: `.[]`, with what it takes of the item, and anything behind a pipe,
 * which binds less than all other operators. But `.[] // 1`, `.[] |= 1` and `.[].a, .[].b` concern the whole list.
 */
const OF_ITEMS = /^\s*\.\[\]\??(?:\.\w+\??|\.?\["?[\w-]*"?\]\??)*\s*(?:\|(?!=)[\s\S]*)?$/;

function wrongExpression(expression: string, message: string): Failure {
  const [complaint = ''] = message.split('\n');
  const problem = complaint.replace(/^jq: error(?: \(at [^)]*\))?: /, '');
  return new Failure('usage', `Cannot apply ${quoteText(expression)}: ${problem}`, {
    hint: 'See https://jqlang.org/manual, and the JSON with --json',
  });
}
