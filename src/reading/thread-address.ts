import { quoteText } from '../base/terminal-text.ts';
import { decodePart } from '../base/text-ends.ts';
import { Failure } from '../model/failure.ts';
import { isSameRepository, parseStoredRepositoryName } from '../model/repository-name.ts';
import { NUMBERED_SECTIONS } from '../model/url-sections.table.ts';
import { hostOf, URL_READINGS } from '../store/url-readings.ts';
import { readNumberedKind } from './locate-record.ts';

export interface ThreadAddress {
  /** `owner/name`, or a name alone; undefined if only a number was given. */
  readonly repo: string | undefined;
  readonly number: number;
  /** The kind that is meant where several have this number. */
  readonly kind?: 'issue' | 'pull_request' | undefined;
  /** The host of a pasted url: several services may have a repository of this name. */
  readonly host?: string | undefined;
  /** The fragment of a pasted url: `issuecomment-42`. */
  readonly anchor: string | undefined;
}

const URL_LIKE = /^(?:https?:\/\/)?[^/\s#]+\/[^/\s#]+\/[^/\s#]+\/.+$/;
const IN_REPOSITORY = /^([^\s#]+)(?:\s*#|\s+)(\d{1,15})$/;
const BARE_NAME = /^[\w.-]+$/;
const BARE_NUMBER = /^#?(\d{1,15})$/;

/** Parses `acme/app#12`, `acme/app 12`, `app#12`, `12`, `#12`, or a url of the service; else fails with `usage`. */
export function parseThreadAddress(words: readonly string[]): ThreadAddress {
  const text = words.join(' ').trim();
  const bare = BARE_NUMBER.exec(text);
  if (bare !== null) {
    return { repo: undefined, number: Number(bare[1]), anchor: undefined };
  }
  const [, repo = '', number] = IN_REPOSITORY.exec(text) ?? [];
  if (number !== undefined && !repo.includes('://')) {
    return { repo: parseRepositoryAddress(repo), number: Number(number), anchor: undefined };
  }
  return (URL_LIKE.test(text) ? readUrl(text) : undefined) ?? refuse(text);
}

const THREAD_SECTION = new RegExp(
  `/(?:${[...NUMBERED_SECTIONS.issue, ...NUMBERED_SECTIONS.pull_request].join('|')})/\\d{1,15}(?:[/#?]|$)`,
);

function readUrl(text: string): ThreadAddress | undefined {
  const url = text.includes('://') ? text : `https://${text}`;
  const repo = URL_READINGS.repo(url);
  const number = URL_READINGS.number(url);
  if (repo === null || number === null || !THREAD_SECTION.test(url)) {
    return;
  }
  const hash = url.indexOf('#');
  const kind = readNumberedKind(url);
  return {
    repo,
    number,
    ...(kind === 'pull_request' ? { kind } : {}),
    host: hostOf(url),
    anchor: hash < 0 ? undefined : url.slice(hash + 1),
  };
}

/** Parses `acme/app`, `app`, or a url of the service. Fails with `usage` for anything else. */
export function parseRepositoryAddress(text: string): string {
  const repo = text.includes('://') ? URL_READINGS.repo(text.trim()) : null;
  return repo ?? (BARE_NAME.test(text) ? text : parseStoredRepositoryName(text));
}

/** The address of a release; without a tag, of the latest one. */
export interface ReleaseAddress {
  readonly repo: string | undefined;
  readonly tag: string | undefined;
}

const RELEASE_URL = /\/releases(?:\/tag\/([^?#]+))?(?:[?#]|$)/;

/**
 * Parses `acme/app v1.2`, `acme/app`, `v1.2`, or a url of the service. Tags may contain slashes, too: a single word is
 * a repository only if the store contains it.
 */
export function parseReleaseAddress(
  words: readonly string[],
  repositories: readonly string[],
): ReleaseAddress {
  const [first, second, ...others] = words;
  if (first === undefined) {
    return { repo: undefined, tag: undefined };
  }
  if (others.length > 0) {
    return refuse(words.join(' '), 'a release', 'Write it as acme/rocket v1.2.0');
  }
  if (first.includes('://')) {
    const tag = RELEASE_URL.exec(first)?.[1];
    return { repo: parseRepositoryAddress(first), tag: tag === undefined ? second : decodePart(tag) };
  }
  const isRepository = second !== undefined || repositories.some((repo) => isNameOf(repo, first));
  return isRepository
    ? { repo: parseRepositoryAddress(first), tag: second }
    : { repo: undefined, tag: first };
}

/** Whether `name`, such as `Acme/App` or `app`, refers to the repository `acme/app`. */
export function isNameOf(repo: string, name: string): boolean {
  return isSameRepository(name.includes('/') ? repo : repo.slice(repo.lastIndexOf('/') + 1), name);
}

function refuse(
  text: string,
  noun = 'an issue or a pull request',
  hint = 'Write it as acme/rocket#7, as a number, or paste its address',
): never {
  throw new Failure('usage', `Cannot read ${quoteText(text)}: it is not ${noun}`, { hint });
}
