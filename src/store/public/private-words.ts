import { WordFinder } from '../../base/word-finder.ts';
import type { Fits } from '../../base/word-search.ts';
import { MAIL_ADDRESS } from '../../model/mail-address.ts';
import { MIN_TOKEN_LENGTH, TOKEN_SHAPE } from '../../model/redact-secrets.ts';
import type { Database } from '../database.ts';
import type { PrivateWord } from '../public-report.ts';
import { type Pseudonyms, renameOwner } from './pseudonyms.ts';
import type { Visibility } from './visibility.ts';

const SECRET: PrivateWord = { kind: 'secret', instead: '[redacted]' };
const REPOSITORY: PrivateWord = { kind: 'repository', instead: '[private repository]' };
const ADDRESS: PrivateWord = { kind: 'address', instead: '[mail address]' };

/** A login that is not a word of a language: it has a digit or a hyphen, and is not short. It is looked for everywhere. */
const DISTINCT_LOGIN = /^(?=.*[\d-])[\w-]{6,}$/;

const KEY_BEHIND = /^-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const MAX_KEY_LINE = 60;

/**
 * Prepares to find what must not be in a public copy of a store: names of private repositories as `owner/name`, mail addresses of
 * accounts and tokens; with pseudonyms, also every mail address, and people. What a copy must not have is thus what its texts lack.
 */
export function createPrivateWords(
  db: Database,
  visibility: Visibility,
  pseudonyms: Pseudonyms | undefined,
): WordFinder<PrivateWord> {
  const mails = pseudonyms === undefined ? [] : [{ pattern: MAIL_ADDRESS, label: ADDRESS }];
  const words = new WordFinder<PrivateWord>([
    { pattern: TOKEN_SHAPE, minLength: MIN_TOKEN_LENGTH, label: SECRET },
    ...mails,
  ]);
  words.add('-----BEGIN', SECRET, (bytes, start) => KEY_BEHIND.test(textAt(bytes, start, MAX_KEY_LINE)));
  for (const name of visibility.hiddenNames) {
    const fits: Fits = (bytes, _, end) => !isLonger(bytes, end, name, visibility);
    addWritten(words, name, REPOSITORY, fits);
  }
  const addresses = db
    .prepare<[], string>(
      'SELECT address FROM user_emails WHERE address IS NOT NULL UNION SELECT email FROM organizations WHERE email IS NOT NULL',
    )
    .pluck();
  for (const address of addresses.all().filter((one) => one.includes('@'))) {
    addWritten(words, address, ADDRESS);
  }
  if (pseudonyms !== undefined) {
    addPeople(words, pseudonyms);
  }
  return words;
}

/** How slashes and at signs are also written: in queries of addresses, in JSON and in HTML. */
const ESCAPES: Readonly<Record<string, readonly string[]>> = {
  '/': ['%2F', '%252F', '\\/', '&#x2F;', '&#47;'],
  '@': ['%40', '%2540', '\\u0040', '&#x40;', '&#64;'],
};

/** Adds a name or an address as it is, and as it is escaped. */
function addWritten(words: WordFinder<PrivateWord>, text: string, label: PrivateWord, fits?: Fits): void {
  const escaped = Object.entries(ESCAPES).flatMap(([character, escapes]) =>
    text.includes(character) ? escapes.map((written) => text.replaceAll(character, written)) : [],
  );
  for (const written of new Set([text, encodeURIComponent(text), ...escaped])) {
    words.add(written, label, fits);
  }
}

function addPeople(words: WordFinder<PrivateWord>, { people, names, repositories, hosts }: Pseudonyms): void {
  for (const [login, instead] of people) {
    words.add(
      login,
      { kind: 'person', instead },
      DISTINCT_LOGIN.test(login) ? undefined : (bytes, start) => isAccountAt(bytes, start, hosts),
    );
  }
  for (const repo of repositories) {
    const [owner = '', name = ''] = repo.split('/');
    const own = new Map([[owner.toLowerCase(), people.get(owner.toLowerCase()) ?? '']]);
    const instead = `${renameOwner(owner, own)}/${renameOwner(name, own)}`; // Repositories can be called like their owner.
    addWritten(words, repo, { kind: 'person', instead });
  }
  for (const [name, instead] of names) {
    words.add(name, { kind: 'name', instead });
    const escaped = name.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;');
    if (escaped !== name) {
      words.add(escaped, { kind: 'name', instead });
    }
  }
}

const MAX_HOST = 80;

/** What is before a login that is meant as one: a mention, or the address of an account. */
const BEFORE_LOGIN =
  /(?:(?:(?<![\w.@/+-])|(?<=(?<![\w.@/+-])_+)|(?<=\\[nrt]))@|%40|:\/\/([^\s/?#"'<>@]+)(?:\/(?:users|orgs|u))?\/)$/;

function isAccountAt(bytes: Uint8Array, start: number, hosts: ReadonlySet<string>): boolean {
  const before = textAt(bytes, start - MAX_HOST, Math.min(start, MAX_HOST));
  const found = BEFORE_LOGIN.exec(before.replace(/%3a/gi, ':').replace(/%2f|\\\/|&#x2f;/gi, '/'));
  const host = found?.[1]?.toLowerCase();
  return found !== null && (host === undefined || hosts.has(host) || hosts.has(host.replace(/^[^.]+\./, '')));
}

const MAX_NAME = 100;

/** Whether the name of a public repository begins like the private one that was found: `owner/name.js`. */
function isLonger(
  bytes: Uint8Array,
  end: number,
  name: string,
  { isPublicRepository }: Pick<Visibility, 'isPublicRepository'>,
): boolean {
  const rest = /^[._][\w.-]*/.exec(textAt(bytes, end, MAX_NAME))?.[0].replace(/(?:\.git)?\.*$/, '') ?? '';
  return rest !== '' && isPublicRepository(name + rest);
}

function textAt(bytes: Uint8Array, start: number, length: number): string {
  const from = Math.max(0, start);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    'latin1',
    from,
    from + length,
  );
}
