/** What stands in the place of a secret. */
const REDACTED = '[redacted]';

/** A shorter text is no secret, and would be found in half of all words. */
const MIN_SECRET_LENGTH = 8;

/** Prefixes of tokens, of both dialects and of services that are told things. */
const TOKEN_PREFIX = String.raw`(?:gh[oprsu]|sv[opsuw]|github_pat|service_pat|glpat|xox[abeprs])(?:[_-]|%5f|\\u005f)`;

/** How names end of what is nothing but a secret: `X-Amz-Signature`, `access_token`, `temp_clone_token`. */
const SECRET_NAME =
  '(?:signature(?:provided)?|credential|token|secret|passw(?:or)?d|(?:api|access)[_-]?key(?:[_-]?id)?|(?<![a-z])sig)';

/** Headers that hold a secret, whatever its form. */
const SECRET_HEADER = '(?:proxy-)?authorization|(?:set-)?cookie|x-api-key|private-token';

/** Every repetition around what is sought has an end: hostile texts would cost minutes. */
const ADDRESS = String.raw`\bhttps?:\\?\/\\?\/[^\s?#"'<>]{1,2000}`;

/** The rest of an address, in JSON text as well: no pattern eats a quote or half an escape, so that JSON remains JSON. */
const QUERY = String.raw`(?:[^\s"'<>\\]|\\u00[\da-f]{2}|\\\/)*`;

/** The one query that a person must see: where a token is allowed for the single sign-on of an organization. */
const SIGN_ON = String.raw`(?<=\/sso)\?authorization_request=[\w-]+(?![\w&=%-])`;

/** Everything with the look of a secret, and what becomes of it. */
const RULES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[\w+/=:,.\s-]|\\[nr])*/g, REDACTED],
  [/\bAGE-(?:SECRET-KEY|PLUGIN)-[\w+.-]+/gi, REDACTED],
  [new RegExp(`(?<![a-z])${TOKEN_PREFIX}\\w+`, 'gi'), REDACTED],
  [new RegExp(`${TOKEN_PREFIX}[\\w-]{16,}`, 'gi'), REDACTED],
  [/\beyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)*/g, REDACTED],
  [/\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,}(?:(?:\/|%2f|\\\/)[\w-]+)*/gi, REDACTED],
  [/\b(bearer|basic)\s+(?=[\w.-]*[\d+/=~_]|[\w-]*\.\w|[\w-]{16})[\w+/~.=-]{8,}/gi, `$1 ${REDACTED}`],
  [/\b(token)\s+(?=[\w+/~.=-]*\d)[\w+/~.=-]{8,}/gi, `$1 ${REDACTED}`],
  [
    new RegExp(
      String.raw`\b(${SECRET_HEADER})(\s*:\s*|\\*["']\s*[:=,]\s*\\*["'])(?!(?:\w+ )?\[redacted)[^\s"'<>\\][^\r\n"'<>\\]*`,
      'gi',
    ),
    `$1$2${REDACTED}`,
  ],
  [/(\bhttps?:\\?\/\\?\/)[^\s/?#"'<>\\]*@/gi, '$1'],
  [/(\b[a-z][a-z\d+.-]{0,20}:\\?\/\\?\/)[^\s/?#"'<>\\@:]*:[^\s/?#"'<>\\@]*@/gi, '$1'],
  [new RegExp(String.raw`(${ADDRESS})(?!${SIGN_ON})\?${QUERY}`, 'gi'), '$1'],
  [new RegExp(String.raw`(${ADDRESS})#(?=[^\s"'<>]{0,500}=)${QUERY}`, 'gi'), '$1'],
  [/(\bhooks\.slack\.com\\?\/)(?:[^\s"'<>\\]|\\\/)+/gi, `$1${REDACTED}`],
  [new RegExp(String.raw`(${SECRET_NAME})(=|%3d)(?!\[redacted)[^\s&"'<>,;\\)]{3,}`, 'gi'), `$1$2${REDACTED}`],
  [
    new RegExp(String.raw`(${SECRET_NAME}\\*["']\s*[:=]\s*\\*["'])(?!\[redacted)[^"'\\]+`, 'gi'),
    `$1${REDACTED}`,
  ],
  [
    /(<(?:\w*Signature\w*|AWSAccessKeyId|\w*Token|StringToSign\w*|CanonicalRequest\w*)>)[^<]*/gi,
    `$1${REDACTED}`,
  ],
];

/**
 * Takes out of a text all that could be a secret: what has the look of one, queries and passwords of addresses, and the
 * `secrets` given, however they are encoded. Every text from outside that is told, logged or kept goes through here.
 */
export function redactSecrets(text: string, secrets: Iterable<string> = []): string {
  const safe = createRedactor(secrets)(text);
  return RULES.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), safe);
}

/**
 * Makes the function that takes exactly these secrets out of texts, as they are and as JSON, URLs, HTML and base64
 * (`user:secret` too) write them; nothing else is touched, so that it may be used on data.
 */
export function createRedactor(secrets: Iterable<string>): (text: string) => string {
  const sought = [...new Set(secrets)].filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  if (sought.length === 0) {
    return (text) => text;
  }
  const longestFirst = sought.sort((a, b) => b.length - a.length);
  const plain = new RegExp(longestFirst.map(looseText).join('|'), 'g');
  const encoded = new RegExp(longestFirst.flatMap(base64Texts).join('|'), 'g');
  return (text) => redactWords(text.replace(plain, REDACTED), encoded);
}

/** What base64 may look like, also in JSON and in a URL. */
const BASE64_END = /(?:[A-Za-z0-9+/_=-]|\\\/|%2[bBfF]|%3[dD])*$/;
const BASE64_START = /^(?:[A-Za-z0-9+/_=-]|\\\/|%2[bBfF]|%3[dD])*/;

/** As far around a match as its word is looked for: a user name stands before the secret. */
const MAX_AROUND = 512;

/** Replaces each match together with the word of base64 that it stands in. */
function redactWords(text: string, pattern: RegExp): string {
  let safe = '';
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (match.index >= done) {
      const before = text.slice(Math.max(done, match.index - MAX_AROUND), match.index);
      const after = text.slice(end, end + MAX_AROUND);
      safe += text.slice(done, match.index - (BASE64_END.exec(before)?.[0].length ?? 0)) + REDACTED;
      done = end + (BASE64_START.exec(after)?.[0].length ?? 0);
    }
  }
  return safe + text.slice(done);
}

/** A pattern of the text in which each character may be written as itself or as an escape of some notation. */
function looseText(text: string): string {
  return [...text].map(looseCharacter).join('');
}

function looseCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code
    .toString(16)
    .padStart(2, '0')
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const escaped = /\w/.test(character) ? character : `\\\\{0,4}\\${character}`;
  return code > 0x7f
    ? character
    : String.raw`(?:${escaped}|%(?:25){0,3}${hex}|\\{1,4}(?:u00|x)${hex}|&#(?:0*${code}|[xX]0*${hex});)`;
}

/** Patterns of base64 texts that hold the secret: its bytes may begin at each of three places of a group. */
function base64Texts(secret: string): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const own = bytes
      .toString('base64')
      .replace(/=+$/, '')
      .slice(offset === 0 ? 0 : offset + 1, Math.floor((bytes.length * 8) / 6));
    return own.replaceAll(/[+/]/g, (sign) =>
      sign === '+' ? '(?:[+-]|%2[bB])' : String.raw`(?:\\?\/|_|%2[fF])`,
    );
  });
}
