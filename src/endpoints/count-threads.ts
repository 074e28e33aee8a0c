import { isJsonObject } from '../base/json.ts';
import type { Client } from '../client/create-client.ts';
import { pageCountOf } from '../client/list-pages.ts';
import type { ApiCall, ApiResponse } from '../client/send.ts';
import { MAX_PER_PAGE } from './page-size.ts';

/** The number of threads of a repository at the service, in all states; undefined if the service does not report it. */
export interface ThreadCounts {
  readonly issues: number | undefined;
  readonly pullRequests: number | undefined;
}

/** Dialects with lists of threads, which are not in the specification. */
const COUNTABLE: ReadonlySet<string> = new Set(['github']);

/**
 * Counts the issues and pull requests that a repository had at a given time. With pages of one thread, the number of the
 * last page is the number of threads. Undefined if the dialect does not support it.
 */
export async function countThreads(
  client: Client,
  repository: string,
  beforeMs: number,
): Promise<ThreadCounts | undefined> {
  if (!COUNTABLE.has(client.dialect.name)) {
    return undefined;
  }
  // The service's issues include pull requests.
  const threads = await countList(client, { list: 'issues', repository, beforeMs });
  const pullRequests = await countList(client, { list: 'pulls', repository, beforeMs });
  const isKnown = threads !== undefined && pullRequests !== undefined && threads >= pullRequests;
  return { issues: isKnown ? threads - pullRequests : undefined, pullRequests };
}

interface ThreadList {
  readonly list: 'issues' | 'pulls';
  readonly repository: string;
  readonly beforeMs: number;
}

async function countList(client: Client, wanted: ThreadList): Promise<number | undefined> {
  const newest = await client.request(callFor(wanted, 1));
  const count = reportedCount(newest);
  if (count === undefined || countYounger(newest, wanted.beforeMs) === 0) {
    return count;
  }
  // Newer threads come first, and an export does not take so long that they would fill a page.
  const younger = countYounger(await client.request(callFor(wanted, MAX_PER_PAGE)), wanted.beforeMs);
  return Math.max(0, count - younger); // More may have been opened between the two requests.
}

function reportedCount(newest: ApiResponse): number | undefined {
  if (!Array.isArray(newest.body)) {
    return undefined;
  }
  const pages = pageCountOf(newest);
  return pages === 1 ? newest.body.length : pages;
}

function callFor({ list, repository }: ThreadList, perPage: number): ApiCall {
  const [owner = '', repo = ''] = repository.split('/');
  return {
    action: `count the ${list} of "${repository}"`,
    method: 'GET',
    route: `/repos/{owner}/{repo}/${list}`,
    parameters: { owner, repo },
    query: { state: 'all', sort: 'created', direction: 'desc', per_page: perPage },
  };
}

function countYounger({ body }: ApiResponse, beforeMs: number): number {
  const items: readonly unknown[] = Array.isArray(body) ? body : [];
  return items.filter((item) => isJsonObject(item) && Date.parse(String(item['created_at'])) > beforeMs)
    .length;
}
