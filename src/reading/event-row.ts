import { lastSegment } from '../base/text-ends.ts';
import type { EventRow } from './thread.ts';

/** Reads what sentences about an event use from the JSON text of its record. */
export function readEventRow(json: string): EventRow {
  const record: Readonly<Record<string, unknown>> = JSON.parse(json);
  const text = (name: string) => {
    const value = record[name];
    return typeof value === 'string' ? value : null;
  };
  const actor = text('actor');
  return {
    event: text('event'),
    actor: actor === null ? null : lastSegment(actor),
    label_name: text('label_name'),
    milestone_title: text('milestone_title'),
    title_was: text('title_was'),
    title_is: text('title_is'),
    subject_url: text('subject'),
    commit_id: text('commit_id'),
    ref: text('ref'),
    before_commit_oid: text('before_commit_oid'),
    after_commit_oid: text('after_commit_oid'),
  };
}
