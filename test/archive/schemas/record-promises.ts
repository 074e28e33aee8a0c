import type { JsonObject } from '../../../src/base/json.ts';
import { ACCOUNT_PROMISES } from './accounts.table.ts';
import { COMMENT_PROMISES } from './comments.table.ts';
import type { RecordPromise } from './field-promises.ts';
import { FILE_PROMISES } from './files.table.ts';
import { REPOSITORY_PROMISES } from './repositories.table.ts';
import { WEB } from './shared-values.ts';
import { THREAD_PROMISES } from './threads.table.ts';

/** What is promised of every kind. */
export const RECORD_PROMISES: Readonly<Record<string, RecordPromise>> = {
  ...ACCOUNT_PROMISES,
  ...REPOSITORY_PROMISES,
  ...THREAD_PROMISES,
  ...COMMENT_PROMISES,
  ...FILE_PROMISES,
};

/** A record of a kind with every field that the service itself has written. */
export function fullRecordOf(kind: string): JsonObject {
  const own = Object.values(RECORD_PROMISES[kind]?.generations ?? {}).filter(({ url }) =>
    String(url).startsWith(WEB),
  );
  return Object.assign({}, ...own.toReversed());
}
