/** The process that `queryLake` starts: DuckDB on a lake. */

import { answerQueries } from '../../reading/answer-queries.ts';
import { openLakeQuery } from './open-lake-query.ts';

answerQueries(openLakeQuery);
