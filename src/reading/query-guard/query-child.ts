/** The process that `runGuardedQuery` starts: opens the store for reading and sends rows on request. */

import { openForQueries, runQuery } from '../../store/index.ts';
import { answerQueries } from './answer-queries.ts';

answerQueries(({ path, sql, parameters }) => {
  const { columns, rows } = runQuery(openForQueries(path), sql, { parameters });
  const iterator = rows[Symbol.iterator]();
  return {
    columns,
    next() {
      const row = iterator.next();
      return row.done === true ? undefined : row.value;
    },
  };
});
