import { html } from 'hono/html';
import type { Difference } from '../../../git/file-difference.ts';
import type { Conversation } from '../../../reading/thread.ts';
import type { Markup } from '../../frame.ts';
import type { Conversations } from '../../show/code/difference-lines.ts';

interface PlacedConversations extends Conversations {
  /** Conversations about files that are not in the diff. */
  readonly lost: readonly Conversation[];
}

/**
 * Assigns conversations to lines of a diff. Those on lines that no longer exist are shown above their file, and each is
 * shown exactly once.
 */
export function placeConversations(
  conversations: readonly Conversation[],
  { files }: Difference,
  show: (conversation: Conversation, isAtItsLine: boolean) => Markup,
): PlacedConversations {
  const placed = new Map<string, Conversation[]>();
  const lost: Conversation[] = [];
  const put = (key: string, conversation: Conversation) =>
    placed.set(key, [...(placed.get(key) ?? []), conversation]);
  const lines = new Map(files.map((file) => [file.path, linesOf(file)]));
  for (const conversation of conversations) {
    const { path, line, isOutdated } = conversation;
    const file = files.find((one) => one.path === path || one.oldPath === path);
    if (file === undefined) {
      lost.push(conversation);
      continue;
    }
    const known = lines.get(file.path);
    const sides = isOutdated || line === null ? [] : (['right', 'left'] as const);
    const side = sides.find((one) => known?.has(`${one} ${line}`) === true);
    put(side === undefined ? file.path : `${file.path}\0${side} ${line}`, conversation);
  }
  const showAll = (key: string, isAtItsLine: boolean) =>
    placed.get(key)?.map((conversation) => show(conversation, isAtItsLine));
  return {
    lost,
    at: (path, side, line) => {
      const found = showAll(`${path}\0${side} ${line}`, true);
      return found === undefined ? undefined : html`${found}`;
    },
    elsewhere: ({ path }) => {
      const found = showAll(path, false);
      return found === undefined
        ? undefined
        : html`<div class="note"><p class="small muted">Comments on lines outside this diff:</p>${found}</div>`;
    },
  };
}

/** The lines of a file that conversations can refer to; unchanged lines count as lines of the new version. */
function linesOf({ hunks }: Difference['files'][number]): ReadonlySet<string> {
  const known = new Set<string>();
  for (const { kind, oldLine, newLine } of hunks.flatMap(({ lines }) => lines)) {
    if (newLine !== null) {
      known.add(`right ${newLine}`);
    } else if (kind === 'removed') {
      known.add(`left ${oldLine}`);
    }
  }
  return known;
}
