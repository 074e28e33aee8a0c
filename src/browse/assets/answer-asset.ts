import { readAssets } from './assets.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Answers with an asset. One of another version is not there: its page is as old. */
export function answerAsset(hash: string, name: string): Response {
  const asset = Object.values(readAssets()).find((one) => one.name === name && one.hash === hash);
  return asset === undefined
    ? new Response('There is no such asset\n', { status: 404 })
    : new Response(asset.text, {
        headers: {
          'Content-Type': asset.contentType,
          'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
        },
      });
}
