import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Failure, parseJsonExactly } from '../base/index.ts';
import type { Output } from './context.ts';
import { writeText } from './render/write-text.ts';

/** What `--jq` or `--template` makes of the JSON of a command. */
export interface JsonFilter {
  /** The text for a document and its parsed value, in which integers beyond 2^53 are strings. */
  apply(json: string, value: unknown): string | Promise<string>;
  /** The text after the last document. */
  rest?(): string;
}

/** A stream that takes the JSON of a command, and writes what a filter makes of it. */
export interface FilteredOutput {
  readonly input: Output;
  /** Writes the rest. Fails with `usage` if the filter does not fit the data. */
  end(): Promise<void>;
}

/**
 * Applies a filter to each JSON document that a command prints, as soon as it is complete: one for most commands, one
 * per line for long operations.
 */
export function filterJson({ apply, rest = () => '' }: JsonFilter, output: Output): FilteredOutput {
  let lines: string[] = [];
  let lastLine = '';
  let failure: unknown;
  const render = async () => {
    const json = lines.join('\n');
    const value = parseJsonExactly(json);
    if (value !== undefined && failure === undefined) {
      lines = [];
      await writeText(output, await apply(json, value));
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
      await writeText(output, rest());
    },
  };
}

/** A line that may end a document: the members of a document are indented, or end with a comma. */
const LAST_LINE = /^[^\s].*[\]}]$|^[\]}]$/;
