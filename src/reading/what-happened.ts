import { diffRecords, type FieldDifference } from '../store/diff-records.ts';
import type { RecordDifference } from '../store/read-differences.ts';

/** What can happen to a record, as people see it, the most important first. */
export const HAPPENINGS = [
  'deleted',
  'edited',
  'new',
  'closed',
  'reopened',
  'labelled',
  'moved',
  'other',
] as const;

export type Happening = (typeof HAPPENINGS)[number];

/** Records that only say where or when something else happened: they have no text that could be lost. */
const MINOR_KINDS: ReadonlySet<string> = new Set(['issue_event', 'pull_request_review_thread']);

const EVENT_HAPPENINGS: Readonly<Record<string, Happening>> = {
  closed: 'closed',
  merged: 'closed',
  reopened: 'reopened',
  labeled: 'labelled',
  unlabeled: 'labelled',
  comment_deleted: 'deleted',
};

/** The JSON pointers of fields that people wrote. */
export const TEXT_FIELDS: ReadonlySet<string> = new Set(['/body', '/title', '/name', '/description']);

/** Fields with the time at which something ended. */
const END_FIELDS: ReadonlySet<string> = new Set(['/closed_at', '/merged_at']);

/** Fields that change with any other, and say nothing by themselves. */
const SILENT_FIELDS: ReadonlySet<string> = new Set(['/updated_at']);

/** What a person wants to know of a record that differs between two snapshots. */
export interface WhatHappened {
  /** Empty if nothing differs but the time of the last change. */
  readonly happenings: readonly Happening[];
  /** The other fields that differ; empty unless it is in both snapshots. */
  readonly fields: readonly FieldDifference[];
}

/** Says what happened to a record, the most important first. */
export function whatHappened({ kind, change, before, after }: RecordDifference): WhatHappened {
  if (change === 'moved') {
    return { happenings: ['moved'], fields: [] };
  }
  if (before === undefined || after === undefined) {
    return { happenings: [comingOrGoing(kind, after)], fields: [] };
  }
  const fields = diffRecords(before, after).filter(({ pointer }) => !SILENT_FIELDS.has(pointer));
  const found = new Set(fields.map(happeningOf));
  return { happenings: HAPPENINGS.filter((one) => found.has(one)), fields };
}

function comingOrGoing(kind: string, after: string | undefined): Happening {
  if (!MINOR_KINDS.has(kind)) {
    return after === undefined ? 'deleted' : 'new';
  }
  const { event }: { readonly event?: unknown } = JSON.parse(after ?? '{}');
  return EVENT_HAPPENINGS[String(event)] ?? 'other';
}

function happeningOf({ pointer, after }: FieldDifference): Happening {
  if (TEXT_FIELDS.has(pointer)) {
    return 'edited';
  }
  if (END_FIELDS.has(pointer)) {
    return after === undefined || after === 'null' ? 'reopened' : 'closed';
  }
  return pointer.startsWith('/labels') ? 'labelled' : 'other';
}
