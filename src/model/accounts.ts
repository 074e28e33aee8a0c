import { quoteText } from '../base/terminal-text.ts';
import { Failure } from './failure.ts';

/** The maximum number of accounts that a failure names. */
const MAX_NAMED = 12;

/** The owner in the full name of a repository; those of other services are nested: `group/team`. */
export function ownerOf(repo: string): string {
  return repo.slice(0, Math.max(repo.lastIndexOf('/'), 0));
}

/** The login that a person typed: `@mira` is `mira`, and `app/renovate` is `renovate[bot]`. */
export function typedLogin(text: string): string {
  return text.replace(/^@/, '').replace(/^app\/(.+)$/i, '$1[bot]');
}

/** Whether an account or a repository is one of these accounts or belongs to one: `group` owns `group/team/app`. */
export function isOwnedBy(name: string, accounts: readonly string[]): boolean {
  const own = `${name}/`.toLowerCase();
  return accounts.some((account) => own.startsWith(`${account.toLowerCase()}/`));
}

/** The same for names of repositories in SQL: the pattern of LIKE with a backslash as the escape character. */
export function ownerPattern(account: string): string {
  return `${account.replace(/[\\%_]/g, '\\$&')}/%`;
}

/** What belongs to these accounts. Fails as `requireAccounts` does. */
export function ofAccounts<Item extends { readonly account?: string | undefined }>(
  items: readonly Item[],
  accounts: readonly string[],
  place: string,
): readonly Item[] {
  requireAccounts(
    accounts,
    items.flatMap(({ account }) => account ?? []),
    place,
  );
  return items.filter(({ account }) => account !== undefined && isOwnedBy(account, accounts));
}

/**
 * Fails with `absent` if one of these accounts is not known, naming those that are.
 *
 * @param place what was searched, with a verb: "the vault has archives"
 */
export function requireAccounts(accounts: readonly string[], known: readonly string[], place: string): void {
  const absent = accounts.find((account) => !known.some((one) => isOwnedBy(one, [account])));
  if (absent === undefined) {
    return;
  }
  const names = [...new Set(known)].sort();
  const named = names.slice(0, MAX_NAMED).join(', ');
  const rest = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  throw new Failure(
    'absent',
    `Cannot find the account ${quoteText(absent)}: ${place} of ${named === '' ? 'no account' : `${named}${rest}`}`,
    { hint: named === '' ? 'Make a backup or load an archive first' : 'Name one of these accounts' },
  );
}
