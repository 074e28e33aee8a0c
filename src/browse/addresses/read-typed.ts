import type { Sources } from '../sources.ts';
import { pathOfSegments } from './location-of.ts';
import { type ReadAddress, readAddress } from './read-address.ts';

/** The reader at this machine, whose addresses people copy too. */
const OWN_HOST = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?=\/)/i;

/** Parses typed text as an address at the service or of this reader, or as the path of one that the store has a page for. */
export function readTyped(
  { store, links, hasPage }: Pick<Sources, 'store' | 'links' | 'hasPage'>,
  text: string,
): ReadAddress | undefined {
  const origins = store.origins();
  const path = text.replace(OWN_HOST, '');
  const known = readAddress(text, origins);
  if (known !== undefined || /\s|:\/\//.test(path.replace(/[?#].*/, '')) || !path.includes('/')) {
    return known;
  }
  const address = readAddress(`https://path.invalid/${path.replace(/^\/+/, '')}`, ['https://path.invalid']);
  const [owner = '', name = '', ...rest] = address?.segments ?? [];
  const isWhole = path.startsWith('/');
  const isKnown =
    owner === '-'
      ? isWhole && hasPage(pathOfSegments(address?.segments ?? []))
      : name === ''
        ? isWhole && links.account(owner) !== undefined
        : (isWhole || rest.length > 0) && store.repositoryName(`${owner}/${name}`) !== undefined;
  return isKnown ? address : undefined;
}

/** The address at the service of what was typed. */
export function typedUrl({ segments, search, hash }: ReadAddress, [origin = '']: readonly string[]): string {
  return `${origin}${pathOfSegments(segments)}${search}${hash}`;
}
