import type { Database } from '../../store/database.ts';

/** The author of something, as a forge shows those whose account it does not know. */
export interface ForgeAccount {
  /** The service's number of the account, by which people claim what they wrote; 0 if it is not known. */
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** New logins or mail addresses by old logins, which have no capital letters here. */
export type AccountMap = ReadonlyMap<string, string>;

/** Forges show what deleted accounts wrote under this name, and what has no name as written by an administrator. */
const DELETED = 'Ghost';

/** Addresses of pictures have the number of the account, as in `…/u/862806966?v=4`; its record has none. */
const NUMBER_IN_PICTURE = /\/u\/(\d{1,15})(?:[/?]|$)/;

/** Prepares accounts by their logins; null is a deleted one. */
export function createForgeAccounts(db: Database, map: AccountMap): (login: string | null) => ForgeAccount {
  const find = db
    .prepare<[string], string>('SELECT avatar_url FROM users WHERE login = ? AND avatar_url IS NOT NULL')
    .pluck();
  const known = new Map<string, ForgeAccount>();
  const toAccount = (login: string): ForgeAccount => {
    const id = Number(NUMBER_IN_PICTURE.exec(find.get(login) ?? '')?.[1] ?? 0);
    const mapped = map.get(login.toLowerCase());
    return mapped?.includes('@') === true
      ? { id, name: login, email: mapped }
      : { id, name: mapped ?? login, email: '' };
  };
  return (login) => {
    if (login === null || login === '') {
      return { id: 0, name: DELETED, email: '' };
    }
    const account = known.get(login) ?? toAccount(login);
    known.set(login, account);
    return account;
  };
}
