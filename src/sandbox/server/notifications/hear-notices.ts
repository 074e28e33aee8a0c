import type { Clock } from '../../../base/index.ts';
import type { Notice } from '../../world/life/moment.ts';
import type { Repository } from '../../world/world.ts';
import { deliverNotice } from './deliver-notice.ts';
import { settleMarks, touch } from './inbox-marks.ts';
import type { InboxState } from './inbox-state.ts';

/** Whose inbox, and what reaches it. */
export interface InboxOptions {
  readonly clock: Clock;
  readonly login: string;
  /** True for repositories that the person works on. */
  readonly watches: (repository: Repository) => boolean;
  /** All that was ever to be heard, oldest first; it grows. */
  readonly notices: () => readonly Notice[];
  /** Hears of every change. */
  readonly onChange: (state: InboxState) => void;
}

/** Takes in all that happened since somebody last looked, in the order in which it did. */
export function hearNotices(state: InboxState, options: InboxOptions): void {
  const news = options.notices().slice(state.heard);
  for (const notice of news) {
    const atMs = Date.parse(notice.subject.updatedAt);
    settleMarks(state, atMs);
    if (deliverNotice(notice, state.desk, options)) {
      touch(state, atMs);
    }
  }
  state.heard += news.length;
  const hasSettled = settleMarks(state, options.clock.now());
  if (news.length > 0 || hasSettled) {
    options.onChange(state);
  }
}
