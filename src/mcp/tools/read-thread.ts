import { countText } from '../../base/sizes.ts';
import { Failure } from '../../model/failure.ts';
import { deletedText } from '../../reading/find-deletion.ts';
import { withDeleted } from '../../reading/find-thread.ts';
import { joinBlocks } from '../../reading/markdown-text.ts';
import type { TimelineEntry } from '../../reading/thread.ts';
import { parseThreadAddress } from '../../reading/thread-address.ts';
import { entryBlocks, threadText } from '../../reading/thread-text.ts';
import type { AnswerSources, ToolValues } from '../open-answers.ts';
import { MAX_ANSWER_CHARACTERS, withSource } from './answer-text.ts';

export function readThread({ thread: address, part = 1 }: ToolValues, sources: AnswerSources): string {
  const { reading } = sources;
  const found = reading.thread(parseThreadAddress([String(address)]));
  const vanished = reading.vanishedBelow(found.url);
  const deleted = new Map(vanished.map((remark) => [remark.url, deletedText(remark)]));
  const edited = new Map(reading.edits(found.url).map((edit) => [edit.url, edit.when]));
  const thread = withDeleted(found, vanished);
  const markOf = (url: string) =>
    deleted.has(url)
      ? `[deleted ${deleted.get(url)}] `
      : edited.has(url)
        ? `[edited ${edited.get(url)}; the tool history has former texts] `
        : '';
  const textOf = (entry: TimelineEntry) => `---\n${markOf(entry.url)}${joinBlocks(entryBlocks(entry))}\n`;
  const head = `${markOf(found.url)}${threadText({ ...thread, timeline: [] })}`;
  const parts = inParts([head, ...thread.timeline.map(textOf)]);
  const text = parts[Number(part) - 1];
  if (text === undefined) {
    throw new Failure(
      'usage',
      `Cannot read part ${part}: the thread has ${countText(parts.length, 'part')}`,
      {
        hint: 'Parts are counted from 1',
      },
    );
  }
  const place = parts.length === 1 ? '' : `\n\nPart ${part} of ${parts.length}.`;
  return withSource(`${text.trimEnd()}${place}`, sources);
}

/** Joins pieces into parts that fit an answer; a piece that does not fit by itself is divided. */
function inParts(pieces: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let current = '';
  for (const piece of pieces.flatMap(divided)) {
    if (current !== '' && current.length + piece.length > MAX_ANSWER_CHARACTERS) {
      parts.push(current);
      current = '';
    }
    current += piece;
  }
  return [...parts, current];
}

function divided(piece: string): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < piece.length; start += MAX_ANSWER_CHARACTERS) {
    pieces.push(piece.slice(start, start + MAX_ANSWER_CHARACTERS));
  }
  return pieces;
}
