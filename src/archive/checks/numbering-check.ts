import { quoteText } from '../../base/terminal-text.ts';
import { createFinding, type Finding } from '../../model/findings.ts';
import type { RecordBatch } from '../../model/records.ts';
import type { ArchiveObserver } from '../archive-event.ts';
import { NumberSet } from './number-set.ts';

/**
 * Sections of URLs that precede numbers. Issues, pull requests and discussions of the service share their numbers
 * (archive format, trap 20).
 */
const SECTIONS: ReadonlySet<string> = new Set([
  'issues',
  'pull',
  'discussions',
  'merge_requests',
  'pull-requests',
]);

/** Kinds with numbers. */
const NUMBERED_KINDS: ReadonlySet<string> = new Set(['issue', 'pull_request', 'discussion']);

/** Merge requests and pull requests of other hosts are numbered independently of issues. */
const NUMBERED_APART: ReadonlySet<string> = new Set(['merge_requests', 'pull-requests']);

/** The maximum number of repositories, and of pages with 512 numbers for all of them: 32 million dense numbers. */
const MAX_REPOSITORIES = 100_000;
const MAX_PAGES = 65_536;

/** The maximum number of gaps in a message. */
const SHOWN_GAPS = 5;

/** Creates the check for numbers of issues and pull requests that have no record. */
export function createNumberingCheck(report: (finding: Finding) => void): ArchiveObserver {
  const budget = { left: MAX_PAGES };
  const spaces = new Map<string, NumberSet | 'too many'>();

  function take({ records }: RecordBatch): void {
    for (const { value } of records) {
      const url = value['url'];
      const place = typeof url === 'string' ? numberOf(url) : undefined;
      if (place !== undefined) {
        const { name, number } = place;
        const known = spaces.get(name);
        const space = known ?? (spaces.size < MAX_REPOSITORIES ? new NumberSet(budget) : 'too many');
        if (space !== 'too many' && !space.add(number)) {
          spaces.set(name, 'too many');
        } else if (known === undefined) {
          spaces.set(name, space);
        }
      }
    }
  }

  return {
    observe(event) {
      if (event.type === 'records' && NUMBERED_KINDS.has(event.batch.kind)) {
        take(event.batch);
      } else if (event.type === 'end') {
        for (const [url, space] of spaces) {
          if (space !== 'too many' && space.count < space.max) {
            report(describeGaps(url, space));
          }
        }
      }
    },
  };
}

/** The number at the end of a URL, and the name of its number space. */
function numberOf(url: string): { readonly name: string; readonly number: number } | undefined {
  const end = url.lastIndexOf('/');
  const start = url.lastIndexOf('/', end - 1);
  const section = url.slice(start + 1, end);
  const number = Number(url.slice(end + 1));
  if (!SECTIONS.has(section) || !Number.isSafeInteger(number) || number < 1) {
    return undefined;
  }
  const repository = url.slice(0, url.startsWith('/-', start - 2) ? start - 2 : start);
  return { name: NUMBERED_APART.has(section) ? `${repository}/${section}` : repository, number };
}

function describeGaps(url: string, space: NumberSet): Finding {
  const shown: string[] = [];
  for (const { from, to } of space.gaps()) {
    if (shown.length === SHOWN_GAPS) {
      shown.push('…');
      break;
    }
    shown.push(from === to ? `${from}` : `${from}-${to}`);
  }
  const absent = space.max - space.count;
  const message = `${absent} of the numbers 1 to ${space.max} of ${quoteText(url)} ${absent === 1 ? 'has' : 'have'} no record: ${shown.join(', ')}`;
  return createFinding('number-gap', message, { url });
}
