const REDACTED = '[redacted]';

/** Shorter texts are not secrets, and would be found in ordinary words. */
const MIN_SECRET_LENGTH = 8;

/** Prefixes of tokens, of both dialects and of services that we send notifications to. */
const TOKEN_PREFIX = String.raw`(?:gh[oprsu]|sv[opsuw]|github_pat|service_pat|glpat|xox[abeprs])(?:[_-]|%5f|\\u005f)`;

/** How the names of secrets end: `X-Amz-Signature`, `access_token`, `temp_clone_token`. */
const SECRET_NAME =
  '(?:signature(?:provided)?|credential|token|secret|passw(?:or)?d|(?:api|access)[_-]?key(?:[_-]?id)?|(?<![a-z])sig)';

/** Headers whose value is always a secret. */
const SECRET_HEADER = '(?:proxy-)?authorization|(?:set-)?cookie|x-api-key|private-token';

/** Repetitions are bounded, because hostile texts could otherwise cost minutes. */
const ADDRESS = String.raw`\bhttps?:\\?\/\\?\/[^\s?#"'<>]{1,2000}`;

/** The rest of an address, also in JSON: no pattern matches a quote or half an escape, so that JSON stays valid. */
const QUERY = String.raw`(?:[^\s"'<>\\]|\\u00[\da-f]{2}|\\\/)*`;

/** The only query that must stay visible: the page that authorizes a token for an organization's single sign-on. */
const SIGN_ON = String.raw`(?<=\/sso)\?authorization_request=[\w-]+(?![\w&=%-])`;

/**
 * Tokens, keys and signed claims that leave no doubt, unlike what `redactSecrets` also removes: they are looked for in texts that
 * people publish. An example repeats a character eight times in its first sixteen.
 */
export const TOKEN_SHAPE = new RegExp(
  [
    String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[\w+/=:,.\s-]|\\[nr])*`,
    String.raw`AGE-SECRET-KEY-1[\w-]{20,}`,
    String.raw`${TOKEN_PREFIX}(?![\w-]{0,8}?(\w)\1{7})[\w-]{16,}`,
    String.raw`eyJ[\w-]{17,}\.eyJ[\w-]{10,}\.[\w-]{16,}`,
    String.raw`(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![\w-])`,
  ].join('|'),
  'g',
);

/** The length of the shortest run of letters, digits, `-` and `_` that begins a token of `TOKEN_SHAPE`, other than a private key. */
export const MIN_TOKEN_LENGTH = 20;

/** Replaces what has the shape of a token, and nothing else. */
export function redactTokens(text: string): string {
  return text.replace(TOKEN_SHAPE, REDACTED);
}

/** Patterns of secrets, with their replacements. */
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
 * Redacts everything in a text that could be a secret: what looks like one, queries and passwords in addresses, and the
 * given `secrets` in any encoding. Every text from outside must pass through it before it is shown, logged or stored.
 */
export function redactSecrets(text: string, secrets: Iterable<string> = []): string {
  const safe = createRedactor(secrets)(text);
  return RULES.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), safe);
}

/**
 * Creates a function that redacts exactly these secrets, also where they are escaped for JSON, URLs or HTML, or encoded
 * in base64 (even as part of `user:secret`). It changes nothing else, so it can be used on data.
 */
export function createRedactor(secrets: Iterable<string>): (text: string) => string {
  const sought = [...new Set(secrets)].filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  if (sought.length === 0) {
    return (text) => text;
  }
  const seekers = sought.sort((a, b) => b.length - a.length).map(createSeeker);
  // In addresses, secrets are escaped: to find those that way takes a thousandth of what their patterns take.
  const literals = sought.flatMap((secret) => [...new Set([secret, escapedForAddress(secret)])]);
  return (text) => {
    const plain = literals.reduce((rest, literal) => rest.replaceAll(literal, REDACTED), text);
    const unescaped = plain.replace(ESCAPE, characterOf);
    return seekers.reduce(
      (rest, { mayBeIn, redact }) => (mayBeIn(plain, unescaped) ? redact(rest) : rest),
      plain,
    );
  };
}

/** As an address has it; unchanged if it may be half a character, which cannot be escaped. */
function escapedForAddress(secret: string): string {
  return /[\ud800-\udfff]/.test(secret) ? secret : encodeURIComponent(secret);
}

/** What `looseText` accepts in place of a character, except characters that stand for themselves. */
const ESCAPE =
  /%(?:25){0,3}[\da-f]{2}|\\{1,4}(?:(?:u00|x)[\da-f]{2}|[^\w\\%&])|&#(?:x0*[\da-f]{1,2}|0*\d{1,3});/gi;

/** The characters of `%25252541` after its first one. */
const ESCAPE_REST = 8;

/** Looks for one secret in notations other than its own. */
interface Seeker {
  /** Whether a text may contain the secret; most texts do not. `unescaped` is the text with all escapes decoded. */
  mayBeIn(text: string, unescaped: string): boolean;
  /** Redacts the secret in all notations, with patterns whose compilation takes longer than reading most texts. */
  redact(text: string): string;
}

function createSeeker(secret: string): Seeker {
  const pieces = base64Texts(secret).map(longestLiteral);
  // An escape that begins before the secret can contain its first characters, as in `%41` before `1secret`.
  const end = secret.slice(ESCAPE_REST);
  const isLikeEscape = /[%&\\;]/.test(secret);
  let patterns: { readonly loose: RegExp; readonly encoded: RegExp } | undefined;
  return {
    mayBeIn: (text, unescaped) =>
      pieces.some((piece) => text.includes(piece)) ||
      (isLikeEscape ? /[%&\\]/.test(text) : unescaped !== text && unescaped.includes(end)),
    redact(text) {
      patterns ??= {
        loose: new RegExp(looseText(secret), 'g'),
        encoded: new RegExp(base64Texts(secret).map(looseBase64).join('|'), 'g'),
      };
      return redactWords(text.replace(patterns.loose, REDACTED), patterns.encoded);
    },
  };
}

function characterOf(notation: string): string {
  if (notation.startsWith('&')) {
    const digits = notation.slice(2, -1);
    return String.fromCharCode(Number(/^x/i.test(digits) ? `0${digits}` : digits));
  }
  return /[\da-f]{2}$/i.test(notation)
    ? String.fromCharCode(Number.parseInt(notation.slice(-2), 16))
    : notation.slice(-1);
}

function longestLiteral(base64: string): string {
  return base64.split(/[+/]/).reduce((longest, piece) => (piece.length > longest.length ? piece : longest));
}

/** Base64, also as escaped in JSON and URLs. */
const BASE64_END = /(?:[A-Za-z0-9+/_=-]|\\\/|%2[bBfF]|%3[dD])*$/;
const BASE64_START = /^(?:[A-Za-z0-9+/_=-]|\\\/|%2[bBfF]|%3[dD])*/;

/** How far around a match its base64 word is searched for: a user name may precede the secret. */
const MAX_AROUND = 512;

/** Replaces each match together with the base64 word around it. */
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

/** A pattern that matches the text with any of its characters escaped in any notation. */
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

/** The base64 texts of which one is in any that contains the secret, which can start at any of the three bytes of a group. */
function base64Texts(secret: string): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    return bytes
      .toString('base64')
      .replace(/=+$/, '')
      .slice(offset === 0 ? 0 : offset + 1, Math.floor((bytes.length * 8) / 6));
  });
}

function looseBase64(base64: string): string {
  return base64.replaceAll(/[+/]/g, (sign) =>
    sign === '+' ? '(?:[+-]|%2[bB])' : String.raw`(?:\\?\/|_|%2[fF])`,
  );
}
