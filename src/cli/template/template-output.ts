import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Failure, terminalText } from '../../base/index.ts';
import type { Context, Output } from '../context.ts';
import { rawOutput } from '../guard-output.ts';
import { writeText } from '../render/write-text.ts';
import { hasColor, terminalColumns } from '../terminal.ts';
import { compileTemplate } from './compile-template.ts';
import { createTemplateFunctions } from './template-functions.ts';
import { isMapping } from './template-values.ts';

/** A stream that takes the JSON of a command, and writes what a template makes of it. */
export interface TemplateOutput {
  readonly input: Output;
  /** Writes the rest. Fails with `usage` if the template does not fit the data. */
  end(): Promise<void>;
}

/**
 * Applies a template to each JSON document that a command prints, as soon as it is complete: one for most commands, one
 * per line for long operations. Texts of the data are sanitized, because the sequences of `color` are not.
 */
export function openTemplateOutput(
  template: string,
  context: Pick<Context, 'clock' | 'color' | 'env' | 'stdout'>,
): TemplateOutput {
  const { stdout } = context;
  const functions = createTemplateFunctions({
    nowMs: context.clock.now(),
    hasColor: hasColor(stdout, context),
    columns: terminalColumns(stdout),
  });
  const apply = compileTemplate(template, functions.byName);
  let lines: string[] = [];
  let lastLine = '';
  let failure: unknown;
  const render = async () => {
    const document = parsedJson(lines.join('\n'));
    if (document !== undefined && failure === undefined) {
      lines = [];
      await writeText(rawOutput(stdout), apply(sanitized(document.value)));
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
        throw new Failure('usage', 'Cannot apply the template: this output of the command is not JSON');
      }
      await writeText(rawOutput(stdout), functions.renderTable());
    },
  };
}

/** A line that may end a document: the members of a document are indented, or end with a comma. */
const LAST_LINE = /^[^\s].*[\]}]$|^[\]}]$/;

function parsedJson(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

function sanitized(value: unknown): unknown {
  if (typeof value === 'string') {
    return terminalText(value);
  }
  if (Array.isArray(value)) {
    return value.map(sanitized);
  }
  return isMapping(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [terminalText(name), sanitized(member)]),
      )
    : value;
}
