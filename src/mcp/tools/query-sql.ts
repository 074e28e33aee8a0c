import { tsvLine } from '../../base/separated-values.ts';
import { runGuardedQuery } from '../../reading/run-guarded-query.ts';
import type { AnswerSources, ToolValues } from '../open-answers.ts';
import { MAX_ANSWER_CHARACTERS, withSource } from './answer-text.ts';

const MAX_ROWS = 100;
const TIMEOUT_MS = 20_000;

export async function querySql({ sql }: ToolValues, sources: AnswerSources): Promise<string> {
  const { store, clock, signal } = sources;
  const limits = { maxRows: MAX_ROWS, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_CHARACTERS };
  const query = await runGuardedQuery(store.path, String(sql), { clock, signal, ...limits });
  const lines = [tsvLine(query.columns, plain)];
  for await (const rows of query.batches) {
    lines.push(...rows.map((row) => tsvLine(row, plain)));
  }
  const cut = query.cut() === undefined ? '' : `\nThere are more rows than fit into an answer.`;
  return withSource(`${lines.join('').slice(0, MAX_ANSWER_CHARACTERS)}${cut}`, sources);
}

/** No spreadsheet reads the answer. */
const plain = (text: string) => text;
