/** The process of guarded queries: opens one store for reading and sends rows on request. */

import { openForQueries } from '../../store/open-for-reading.ts';
import { runQuery } from '../../store/query.ts';
import { answerQueries } from '../answer-queries.ts';

let store: ReturnType<typeof openForQueries> | undefined;

answerQueries(({ path, sql, parameters }) => {
  store ??= openForQueries(path);
  const { columns, rows } = runQuery(store, sql, { parameters });
  const iterator = rows[Symbol.iterator]();
  return {
    columns,
    next() {
      const row = iterator.next();
      return row.done === true ? undefined : row.value;
    },
  };
});
