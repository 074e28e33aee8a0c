import { factsOfRecord } from '../../store/record-facts.ts';
import { createChangeTimes } from '../../store/when-changed.ts';
import type { AnswerSources, ToolValues } from '../open-answers.ts';
import { MAX_ANSWER_CHARACTERS, withSource } from './answer-text.ts';

const CHANGES = {
  added: 'written',
  changed: 'edited',
  vanished: 'deleted',
  returned: 'there again',
} as const;

/** Every version of a record with its text, oldest first; the oldest are cut where all of them are too long. */
export function listHistory({ record }: ToolValues, sources: AnswerSources): string {
  const { url, versions } = sources.reading.history(String(record));
  const whenOf = createChangeTimes(sources.reading.snapshots());
  const steps = versions.map(({ change, kind, from, seenBefore, json }) => {
    const { title, author, body } = factsOfRecord(json ?? '{}');
    const head = `## ${kind.replaceAll('_', ' ')} ${CHANGES[change]} ${whenOf(seenBefore, from)}${author === null ? '' : `, by ${author}`}`;
    return json === undefined ? head : [head, title ?? '', body].filter((text) => text !== '').join('\n\n');
  });
  const text = [url, ...steps].join('\n\n');
  const cut =
    text.length <= MAX_ANSWER_CHARACTERS
      ? text
      : `${url}\n\n[earlier versions are cut]\n${text.slice(-MAX_ANSWER_CHARACTERS)}`;
  return withSource(cut, sources);
}
