import type { Hints } from '../../base/failure.ts';

interface Policy extends Hints {
  /** The service's message, in the words of its recordings. */
  readonly says: RegExp;
  /** What was found, to be read after "Cannot …:". */
  readonly found: string;
}

/**
 * Why an organization refuses a token whose scopes and permissions are enough (403). The first that fits counts: a message
 * about the lifetime of a classic token also names its kind.
 */
export const ORGANIZATION_POLICIES: readonly Policy[] = [
  {
    says: /\bif the token.?s lifetime\b/i,
    found: "the token's lifetime is longer than the organization allows",
    hint: 'Shorten the lifetime of the token in the settings of your account, or create one that expires earlier',
  },
  {
    says: /\bforbids access via a personal access tokens? \(classic\)/i,
    found: 'the organization forbids classic personal access tokens',
    hint: 'Ask an owner of the organization to allow them: migrations accept no other kind. For budgets and alerts, use a fine-grained token',
  },
  {
    says: /\bforbids access via a fine-grained personal access tokens?/i,
    found: 'the organization forbids fine-grained personal access tokens',
    hint: 'Ask an owner of the organization to allow them, or call as a GitHub App',
    commandHint: 'Ask an owner of the organization to allow them, or call as a GitHub App with --app-id',
  },
  {
    says: /\bIP allow list\b/i,
    found: 'the organization has an IP allow list, and the address of this machine is not on it',
    hint: 'Run Satchel from an address on the list, or ask an owner of the organization to add this one',
  },
  {
    says: /\bOAuth App access restrictions\b/i,
    found: 'the organization restricts OAuth apps, and the app of this token is not approved',
    hint: 'Ask an owner of the organization to approve the app, or use a personal access token',
  },
];
