import type { Client } from '../client/create-client.ts';
import { listPages } from '../client/list-pages.ts';
import type { ApiCall } from '../client/send.ts';
import { readTokenFacts } from '../client/token-facts.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { GistJson, StarJson } from './answer-types.ts';
import { MAX_PER_PAGE } from './page-size.ts';

// Of these lists the specification has only the addresses `gists_url` and `starred_url` of an account (2.1) and the
// permissions to write gists (5.1). The requests and responses are those of the service's reference: docs.github.com,
// "List gists for the authenticated user" and "List repositories starred by the authenticated user".

/** The gists of the token's account, newest first; secret ones only with the scope `gist`. */
export async function* listGists(client: Client): AsyncGenerator<GistJson, void, undefined> {
  const readAnswer = createAnswerReader(client);
  const call = listCall('list the gists of the account', '/gists');
  let hasNotice = false;
  for await (const page of listPages(client, call)) {
    if (!hasNotice && readTokenFacts(page, client.dialect).scopes?.includes('gist') === false) {
      hasNotice = true;
      client.notice('The token lacks the scope gist, so the service may leave out secret gists');
    }
    yield* readAnswer('gists', page, call.action);
  }
}

/** The repositories that the token's account has starred, newest star first. */
export async function* listStars(client: Client): AsyncGenerator<StarJson, void, undefined> {
  const readAnswer = createAnswerReader(client);
  const call = {
    ...listCall('list the starred repositories of the account', '/user/starred'),
    accept: client.dialect.mediaType.replace('+', '.star+'), // Adds `starred_at`.
  };
  for await (const page of listPages(client, call)) {
    yield* readAnswer('stars', page, call.action);
  }
}

function listCall(action: string, route: string): ApiCall {
  return { action, method: 'GET', route, query: { per_page: MAX_PER_PAGE } };
}
