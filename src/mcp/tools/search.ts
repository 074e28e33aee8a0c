import { searchStore } from '../../search/search-store.ts';
import type { AnswerSources, ToolValues } from '../open-answers.ts';
import { shortLine, withSource } from './answer-text.ts';

const USUAL_LIMIT = 10;
const MAX_LIMIT = 50;

export function search({ query, limit, after }: ToolValues, sources: AnswerSources): string {
  const found = searchStore(sources.store.db, String(query), {
    limit: Math.min(Math.max(1, Number(limit ?? USUAL_LIMIT)), MAX_LIMIT),
    nowMs: sources.clock.now(),
    ...(after === undefined ? {} : { after: String(after) }),
  });
  const results = found.results.map(({ kind, repo, number, title, state, author, createdAt, url, match }) => {
    const place = repo === null ? url : number === null ? `${repo} ${url}` : `${repo}#${number}`;
    const facts = [kind.replaceAll('_', ' '), state, author === null ? undefined : `by ${author}`]
      .concat(createdAt?.slice(0, 10) ?? [])
      .filter((fact) => fact !== null && fact !== undefined);
    const head = `${place} ${shortLine(title ?? '', 120)} (${facts.join(', ')})`;
    const passage = shortLine(match?.snippet.map(({ text }) => text).join('') ?? '');
    return passage === '' ? head : `${head}\n  ${match?.author ?? 'someone'}: ${passage}`;
  });
  const lines = results.length === 0 ? ['Nothing was found.'] : results;
  const more = found.after === undefined ? [] : [`More results: after=${found.after}`];
  return withSource([...lines, ...found.warnings, ...more].join('\n'), sources);
}
