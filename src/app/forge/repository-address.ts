import { quoteText } from '../../base/terminal-text.ts';
import { Failure } from '../../model/failure.ts';
import { isStoredRepositoryName } from '../../model/repository-name.ts';

interface AddressedRepository {
  /** `owner/name`. */
  readonly repository: string;
  readonly isWiki?: boolean;
  /** Whether a token is sent there decides which protocols are possible. */
  readonly token: string | undefined;
}

/** `git@host:path`, as git takes it (git-push, GIT URLS). */
const SHORT_SSH = /^(?<user>[\w.-]+)@(?<host>[\w.-]+):(?<path>[^/].*)$/;

/** The address of one repository. A wiki has its own, as all forges have them: `name.wiki.git`. */
export function fillAddress(
  to: string,
  { repository: repo, isWiki = false, token }: AddressedRepository,
): URL {
  if (!isStoredRepositoryName(repo)) {
    throw new Failure('usage', `Cannot address ${quoteText(repo)}: its name cannot be part of an address`, {
      hint: 'Choose other repositories',
    });
  }
  const at = repo.lastIndexOf('/');
  const short = SHORT_SSH.exec(to)?.groups;
  const text = short === undefined ? to : `ssh://${short['user']}@${short['host']}/${short['path']}`;
  const filled = text
    .replaceAll('{owner}', repo.slice(0, at))
    .replaceAll('{name}', repo.slice(at + 1))
    .replace(/(?:\.git)?\/?$/, (ending) => `${isWiki ? '.wiki' : ''}${ending}`);
  const url = URL.canParse(filled) ? new URL(filled) : undefined;
  if (url === undefined || !PROTOCOLS.has(url.protocol)) {
    throw new Failure('usage', `Cannot use ${quoteText(to)}: it is not the address of a repository`, {
      hint: 'Write it as https://git.example.org/{owner}/{name}.git or git@git.example.org:{owner}/{name}.git',
    });
  }
  if (url.password !== '') {
    throw new Failure('usage', `Cannot use "${url.origin}": the address contains a password`, {
      hint: 'Give it as the token, in a file',
      commandHint: 'Give it with --forge-token-file',
    });
  }
  if (token !== undefined && url.protocol !== 'https:' && !isLoopback(url)) {
    throw new Failure('usage', `Cannot use ${quoteText(url.href)}: a token is only sent by https`, {
      hint: 'Leave the token out, or write an address of https',
    });
  }
  return url;
}

const PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'ssh:', 'file:']);

/** Whether an address of http is on this machine: no network sees what is sent there. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
