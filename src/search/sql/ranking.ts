import { type Fragment, fragment } from './fragment.ts';
import type { SearchPlan } from './search-plan.ts';

/** What titles weigh more than bodies, these more than comments, and names of files. */
const WEIGHTS = '10.0, 3.0, 1.0, 2.0';

/** `best` holds for each subject its best text, and whether it is one of those that only loose records are. */
const RANKING = `
  hits (id, score) AS (
    SELECT rowid, bm25(search_text, ${WEIGHTS}) FROM search_text WHERE search_text MATCH ?
    UNION ALL SELECT rowid, bm25(search_cjk, ${WEIGHTS}) FROM search_cjk WHERE search_cjk MATCH ?
  ),
  best (subject_id, id, score, is_loose) AS (
    SELECT d.subject_id, hits.id, min(hits.score), d.is_loose
    FROM hits CROSS JOIN search_documents AS d ON d.id = hits.id
    GROUP BY d.subject_id
  )`;

/** The table `best`, with what it is made of; none where nothing is ranked. */
export function compileRanking({ ranked }: SearchPlan): readonly Fragment[] {
  return ranked === undefined ? [] : [fragment(RANKING, ranked, ranked)];
}
