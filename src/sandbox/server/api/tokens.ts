import { createSeededRandom, invariant, type Random } from '../../../base/index.ts';
import type { Dialect } from '../../../model/index.ts';
import type { IssuedTokenKind, TokenGrant } from './caller.ts';
import { FULL_PERMISSIONS, FULL_SCOPES, WORKFLOW_PERMISSIONS } from './grants.table.ts';

/** One token of each kind, all of the world's account. */
export type SandboxTokens = Readonly<Record<IssuedTokenKind, string>>;

/** The credentials of the one OAuth app that the sandbox knows. */
export interface OAuthApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Length of what follows the prefix. Fine-grained tokens have two parts, joined by an underscore. */
const SECRET_LENGTH = 36;
const FINE_GRAINED_LENGTHS = [22, 59] as const;

/** Tells a workflow token from an installation token where the dialect has one prefix for both. */
const WORKFLOW_MARK = 'WORKFLOW';

/** Makes the tokens of a sandbox: the same for the same seed, with the prefixes and lengths of the dialect. */
export function issueTokens(dialect: Dialect, seed: string): SandboxTokens {
  const random = createSeededRandom(`${seed}/${dialect.name}/tokens`);
  const issue = (kind: IssuedTokenKind, secret = letters(random, SECRET_LENGTH)) =>
    `${prefixOf(dialect, kind)}${secret}`;
  return {
    classic: issue('classic'),
    fine_grained: issue(
      'fine_grained',
      FINE_GRAINED_LENGTHS.map((length) => letters(random, length)).join('_'),
    ),
    app_user: issue('app_user'),
    app_installation: issue('app_installation'),
    oauth: issue('oauth'),
    workflow: issue('workflow', `${WORKFLOW_MARK}${letters(random, SECRET_LENGTH - WORKFLOW_MARK.length)}`),
  };
}

/** What the issued tokens may do: everything that their kind can be given. */
export function grantsOf(tokens: SandboxTokens, login: string): readonly TokenGrant[] {
  const rows = Object.entries(tokens) as [IssuedTokenKind, string][]; // The record's type has exactly these keys.
  return rows.map(([kind, token]) => ({
    token,
    kind,
    login,
    scopes: FULL_SCOPES,
    permissions: kind === 'workflow' ? WORKFLOW_PERMISSIONS : FULL_PERMISSIONS,
  }));
}

/** Makes the credentials of the OAuth app: the same for the same seed. */
export function issueOAuthApp(dialect: Dialect, seed: string): OAuthApp {
  const random = createSeededRandom(`${seed}/${dialect.name}/oauth app`);
  return { clientId: `Iv1.${random.hex(16)}`, clientSecret: random.hex(40) };
}

function prefixOf(dialect: Dialect, kind: IssuedTokenKind): string {
  const own = dialect.tokenPrefixes.find((row) => row.kind === kind);
  // A workflow's token is an installation token of the workflow app; not every dialect tells them apart.
  const row = own ?? dialect.tokenPrefixes.find((other) => other.kind === 'app_installation');
  invariant(row !== undefined, `the dialect "${dialect.name}" has a prefix for ${kind} tokens`);
  return row.prefix;
}

function letters(random: Random, length: number): string {
  return Array.from({ length }, () => LETTERS[random.integer(0, LETTERS.length - 1)]).join('');
}
