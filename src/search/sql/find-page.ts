import type { Database } from '../../store/index.ts';
import type { SearchFilter, SearchWords } from '../language/search-query.ts';
import { CandidateFilter, withLeaves, withoutLeaves } from './candidate-filter.ts';
import { findFew } from './find-few.ts';
import { eachRanked, isRankedFirst } from './find-ranked.ts';
import { eachSubject, type FoundSubject, findSubjects, type Page } from './find-subjects.ts';
import type { SearchPlan } from './search-plan.ts';

/**
 * Finds a page of the subjects that match a search: the same as `findSubjects`, which reads all of them. Where words
 * are common or results are ranked, candidates that meet the rest of the search are checked in order until the page is
 * full. This is the fastest way to find common words, since most candidates contain them.
 */
export function findPage(db: Database, plan: SearchPlan, page: Page): readonly FoundSubject[] {
  const isRanked = isRankedFirst(plan);
  if (!isRanked && plan.common.size === 0) {
    return findSubjects(db, plan, page);
  }
  const isChecked = (leaf: SearchFilter | SearchWords) =>
    leaf.kind === 'words' ? plan.common.has(leaf) : isRanked;
  const { filter } = plan.query;
  const rest = { ...plan, query: { ...plan.query, filter: withoutLeaves(filter, isChecked) } };
  const candidates = new CandidateFilter(db, plan, withLeaves(filter, isChecked));
  const found = takePage(
    isRanked ? eachRanked(db, rest, findFew(db, plan)) : eachSubject(db, rest),
    page,
    (candidate) => candidates.hasEnough() || candidates.accepts(candidate),
  );
  return candidates.hasEnough() ? findSubjects(db, plan, page) : found;
}

function takePage(
  subjects: Iterable<FoundSubject>,
  { offset, limit }: Page,
  fits: (subject: FoundSubject) => boolean,
): readonly FoundSubject[] {
  const found: FoundSubject[] = [];
  let skipped = 0;
  for (const subject of subjects) {
    if (!fits(subject)) {
      continue;
    }
    if (skipped < offset) {
      skipped += 1;
      continue;
    }
    found.push(subject);
    if (found.length === limit) {
      break;
    }
  }
  return found;
}
