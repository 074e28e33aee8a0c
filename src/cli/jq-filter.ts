import { Failure, quoteText } from '../base/index.ts';
import type { JsonFilter } from './json-filter.ts';

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
