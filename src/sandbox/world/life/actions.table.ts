import {
  mergePull,
  openPull,
  publishRelease,
  pushToMain,
  reviewPull,
  starRepository,
} from './git-actions.ts';
import type { Action } from './moment.ts';
import {
  addComment,
  assignThread,
  closeIssue,
  deleteComment,
  deleteIssue,
  editComment,
  labelThread,
  openIssue,
  reopenIssue,
} from './thread-actions.ts';

interface ActionRow {
  /** How often it happens, in relation to the others. */
  readonly weight: number;
  readonly run: Action;
}

/** The changes of a live world. */
export const ACTIONS = {
  addComment: { weight: 30, run: addComment },
  openIssue: { weight: 14, run: openIssue },
  closeIssue: { weight: 11, run: closeIssue },
  reopenIssue: { weight: 3, run: reopenIssue },
  deleteIssue: { weight: 1, run: deleteIssue },
  editComment: { weight: 6, run: editComment },
  deleteComment: { weight: 4, run: deleteComment },
  labelThread: { weight: 8, run: labelThread },
  assignThread: { weight: 5, run: assignThread },
  openPull: { weight: 6, run: openPull },
  reviewPull: { weight: 5, run: reviewPull },
  mergePull: { weight: 5, run: mergePull },
  pushToMain: { weight: 4, run: pushToMain },
  publishRelease: { weight: 1, run: publishRelease },
  starRepository: { weight: 4, run: starRepository },
} as const satisfies Record<string, ActionRow>;

export type ActionName = keyof typeof ACTIONS;
