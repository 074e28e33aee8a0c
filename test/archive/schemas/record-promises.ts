import { ACCOUNT_PROMISES } from './accounts.table.ts';
import { COMMENT_PROMISES } from './comments.table.ts';
import type { RecordPromise } from './field-promises.ts';
import { FILE_PROMISES } from './files.table.ts';
import { REPOSITORY_PROMISES } from './repositories.table.ts';
import { THREAD_PROMISES } from './threads.table.ts';

/** What is promised of every kind. */
export const RECORD_PROMISES: Readonly<Record<string, RecordPromise>> = {
  ...ACCOUNT_PROMISES,
  ...REPOSITORY_PROMISES,
  ...THREAD_PROMISES,
  ...COMMENT_PROMISES,
  ...FILE_PROMISES,
};
