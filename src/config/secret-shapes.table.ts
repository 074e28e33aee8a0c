import { DIALECTS } from '../model/dialects.table.ts';

interface SecretShape {
  /** As in "a token of the service". */
  readonly what: string;
  readonly pattern: RegExp;
}

const TOKEN_PREFIXES = Object.values(DIALECTS).flatMap(({ tokenPrefixes }) =>
  tokenPrefixes.map(({ prefix }) => prefix),
);

/** Texts that are always secrets. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    what: 'a token of the service',
    pattern: new RegExp(`(?:^|[^A-Za-z0-9])(?:${TOKEN_PREFIXES.join('|')}|ghr_)[A-Za-z0-9_]{16,}`),
  },
  { what: 'a token of the service', pattern: /^[0-9a-f]{40}$/ }, // The form of tokens until 2021.
  { what: 'a password in an address', pattern: /:\/\/[^/\s:@]+:[^/\s@$]+@/ },
  { what: 'the address of a Slack webhook', pattern: /hooks\.slack\.com\/(?:services|workflows)\/[^\s$]+/ },
  {
    what: 'the address of a Teams webhook',
    pattern: /webhook\.office\.com\/\S+\/IncomingWebhook\/|[?&]sig=[\w%-]{16,}/,
  },
  { what: 'a private key', pattern: /AGE-SECRET-KEY-1|-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
];

/** Members whose value is always a secret. */
export const SECRET_MEMBERS: ReadonlySet<string> = new Set(['token', 'password', 'authorization']);
