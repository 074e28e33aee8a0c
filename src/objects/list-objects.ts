import type { _Object, ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { strangeAnswer } from './s3-failure.ts';

type Page = Pick<ListObjectsV2CommandOutput, 'Contents' | 'IsTruncated' | 'NextContinuationToken'>;

/** Pages in a row without a new key, as long rows of deleted versions cause them; more are a loop. */
const MAX_EMPTY_PAGES = 1_000;

/** Refuses what is not a listing: a page of a portal, read as XML, would be an empty one. */
export function checkPage(page: Page): Page {
  if (page.IsTruncated === undefined) {
    throw strangeAnswer('it answers to the request for a listing with something else');
  }
  if (page.IsTruncated && (page.NextContinuationToken ?? '') === '') {
    throw strangeAnswer('its listing is incomplete, and does not say how to continue');
  }
  return page;
}

/**
 * All objects of a listing, each once. What is not listed counts as absent, and is restored, forgotten or written again: so a
 * listing that does not end, or that is not of the prefix, is an error.
 */
export async function* listPages(
  prefix: string,
  readPage: (token: string | undefined) => Promise<Page>,
): AsyncGenerator<_Object & { readonly Key: string }, void> {
  const keys = new Set<string>();
  const tokens = new Set<string>();
  let emptyPages = 0;
  for (let token: string | undefined; ; ) {
    const page = await readPage(token);
    const before = keys.size;
    for (const object of page.Contents ?? []) {
      const { Key } = object;
      if (Key === undefined || !Key.startsWith(prefix)) {
        throw strangeAnswer('its listing has keys that were not asked for');
      }
      if (!keys.has(Key)) {
        keys.add(Key);
        yield { ...object, Key };
      }
    }
    if (page.IsTruncated !== true) {
      return;
    }
    token = page.NextContinuationToken ?? '';
    emptyPages = keys.size === before ? emptyPages + 1 : 0;
    if (tokens.has(token) || emptyPages > MAX_EMPTY_PAGES) {
      throw strangeAnswer('its listing does not end');
    }
    tokens.add(token);
  }
}
