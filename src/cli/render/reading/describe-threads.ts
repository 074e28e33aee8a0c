import { countText } from '../../../base/index.ts';
import type { ListedThread, ThreadFilter } from '../../../reading/index.ts';
import type { Snapshot } from '../../../store/index.ts';
import { cellText } from '../cell-text.ts';
import { THREAD_NOUNS } from './words.ts';

interface FoundThreads {
  readonly items: readonly ListedThread[];
  /** Whether more fit than are shown. */
  readonly hasMore: boolean;
  readonly snapshot: Snapshot | undefined;
}

/** The line above a list: what it shows, of where, and how old the archive is. */
export function describeThreads(filter: ThreadFilter, { items, hasMore, snapshot }: FoundThreads): string {
  const where = filter.repo === undefined ? '' : ` in ${cellText(filter.repo)}`;
  const takenAt = snapshot?.takenAt?.slice(0, 10);
  const asOf = takenAt === undefined ? '' : `, as of ${cellText(takenAt)}`;
  const state = filter.state === undefined || filter.state === 'all' ? '' : `${filter.state} `;
  const noun = `${state}${THREAD_NOUNS[filter.kind]}`;
  if (items.length === 0) {
    const hint = filter.state === 'open' ? '; --state all also shows closed ones' : '';
    const fits = isFiltered(filter) ? ' like that' : '';
    return `There is no ${noun}${fits}${where}${asOf}${hint}.\n`;
  }
  const count = countText(items.length, noun);
  return hasMore
    ? `The first ${count}${where}${asOf}; --limit shows more.\n\n`
    : `${count.charAt(0).toUpperCase()}${count.slice(1)}${where}${asOf}.\n\n`;
}

function isFiltered({ author, assignee, labels, milestone, isDraft, search }: ThreadFilter): boolean {
  return [author, assignee, labels, milestone, isDraft, search].some((part) => part !== undefined);
}
