import { quoteText } from '../../base/terminal-text.ts';
import { normaliseTimestamp } from '../../base/timestamps.ts';
import { createFinding, type Finding } from '../../model/findings.ts';
import type { ArchiveObserver } from '../archive-event.ts';
import { placeOfRecord, subjectOf } from '../record-validator.ts';
import { followPath, parsePath, pointerOf } from './follow-path.ts';

/** The times of records that have a column in a store, whatever their kind. */
const TIMES = (
  [
    '/created_at',
    '/updated_at',
    '/closed_at',
    '/merged_at',
    '/published_at',
    '/submitted_at',
    '/resolved_at',
    '/due_on',
    '/reactions/*/created_at',
    '/release_assets/*/created_at',
    '/close_issue_references/*/created_at',
    '/public_keys/*/created_at',
    '/repository_topics/*/created_at',
  ] as const
).map((path) => ({ path, parsed: parsePath(path) }));

/** What schemas accept as a time; anything else is a violation of them. */
const BEGINNING = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;

/** Creates the check that times can be read: schemas only know how they begin. */
export function createTimeCheck(report: (finding: Finding) => void): ArchiveObserver {
  return {
    observe(event) {
      if (event.type !== 'records') {
        return;
      }
      const { entryName, records } = event.batch;
      for (const { path, parsed } of TIMES) {
        const [first = ''] = parsed.members;
        // One function for the whole batch, to avoid allocations for each of millions of times.
        let record = records[0];
        const take = (text: string, at: number) => {
          if (record !== undefined && normaliseTimestamp(text) === null && BEGINNING.test(text)) {
            const place = {
              ...placeOfRecord(entryName, record.index, record.value),
              pointer: pointerOf(path, at),
            };
            const message = `${subjectOf(place)} has a time at ${place.pointer} that cannot be read: ${quoteText(text)}`;
            report(createFinding('time-unreadable', message, place));
          }
        };
        for (record of records) {
          if (record.value[first] !== undefined) {
            followPath(record.value, parsed, take);
          }
        }
      }
    },
  };
}
