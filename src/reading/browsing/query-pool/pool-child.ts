/** The child process that answers slow queries. Only its parent sends requests, always for the same store. */

import type { Database } from '../../../store/database.ts';
import { openForQueries } from '../../../store/open-for-reading.ts';
import { answerJobs } from '../../query-guard/answer-jobs.ts';
import { type PoolJob, SLOW_QUERIES } from './slow-queries.table.ts';

let db: Database | undefined;

answerJobs(({ path, name, options }: PoolJob) => {
  db ??= openForQueries(path);
  const query = SLOW_QUERIES[name] as (db: Database, options: unknown) => unknown; // `run` checks the types.
  return query(db, options);
});
