import { replaceMentions } from '../../model/mentions.ts';
import { hostOf } from '../../store/url-readings.ts';
import { encodePath, type NewAddress, type ReplaceAddresses } from '../text-addresses.ts';
import type { AccountMap } from './forge-accounts.ts';
import { ATTACHMENTS_TAG } from './forge-releases.ts';

interface ForgeLinksOptions {
  /** The repository whose texts are written. */
  readonly repo: string;
  /** The name of an upload in the release of attachments, by its address in texts; undefined if it is not there. */
  readonly assetNameOf: (url: string) => string | undefined;
  /** The address of the forge, without a slash at its end; undefined if addresses of the service stay. */
  readonly forgeUrl?: string | undefined;
  /** The names of all repositories that are written, by the same in lower case, and the host that they had. */
  readonly moved: ReadonlyMap<string, string>;
  readonly host: string;
  readonly map: AccountMap;
  readonly replace: ReplaceAddresses;
}

/** The address of an upload at the forge; a path if the forge is not known. */
export function attachmentAddress(
  name: string,
  { repo, forgeUrl }: Pick<ForgeLinksOptions, 'repo' | 'forgeUrl'>,
): string {
  return `${forgeUrl ?? ''}/${encodePath(`${repo}/releases/download/${ATTACHMENTS_TAG}/${name}`)}`;
}

/** Prepares the change of a text for a forge. Texts without anything to change stay as they are, byte for byte. */
export function createForgeLinks(options: ForgeLinksOptions): (text: string) => string {
  const { assetNameOf, forgeUrl, map, replace } = options;
  const newAddress: NewAddress = (url) => {
    const name = assetNameOf(url);
    return name === undefined
      ? forgeUrl && movedAddress(url, forgeUrl, options)
      : attachmentAddress(name, options);
  };
  const newLogin = (login: string) => {
    const mapped = map.get(login.toLowerCase());
    return mapped?.includes('@') === true ? undefined : mapped;
  };
  return (text) => {
    const moved = /:\/\//.test(text) ? replace(text, newAddress) : text;
    return map.size === 0 ? moved : replaceMentions(moved, newLogin);
  };
}

/** The paths of a forge, by those of the service; both are below the repository. */
const PATHS: readonly (readonly [service: RegExp, forge: string])[] = [
  [/^\/pull\/(\d+)(\/files|\/commits)?$/, '/pulls/$1$2'],
  [/^\/discussions\/(\d+)$/, '/issues/$1'],
  [/^\/(?:blob|tree)\/([0-9a-f]{40})(\/.*)?$/, '/src/commit/$1$2'],
  [/^\/raw\/([0-9a-f]{40})(\/.*)?$/, '/raw/commit/$1$2'],
  [/^\/(?:blob|tree)\/(.+)$/, '/src/branch/$1'],
  [/^\/raw\/(.+)$/, '/raw/branch/$1'],
  [/^\/(issues|wiki|commit|releases|labels|milestones)(\/.*)?$/, '/$1$2'],
  [/^\/?$/, ''],
];

/** The address at the forge of something in a repository that is written; undefined for everything else. */
function movedAddress(
  url: string,
  forgeUrl: string,
  { host, moved }: Pick<ForgeLinksOptions, 'host' | 'moved'>,
): string | undefined {
  const [address = '', fragment] = url.split('#');
  const parts = hostOf(url) === host ? address.split('/').slice(3) : [];
  const names = parts.map((_, last) =>
    parts
      .slice(0, last + 1)
      .join('/')
      .toLowerCase(),
  );
  const repo = moved.get(names.find((name) => moved.has(name)) ?? '');
  const path = parts.join('/').slice(repo?.length);
  const [pattern, replacement = ''] = PATHS.find(([service]) => service.test(path)) ?? [];
  if (repo === undefined || pattern === undefined) {
    return undefined;
  }
  // Lines of files have the same fragments; comments have other numbers at the forge.
  const lines = fragment !== undefined && /^L\d+(?:-L\d+)?$/.test(fragment) ? `#${fragment}` : '';
  return `${forgeUrl}/${repo}${path.replace(pattern, replacement)}${lines}`;
}
