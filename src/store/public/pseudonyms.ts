import { createHmac } from 'node:crypto';
import { MAIL_ADDRESS } from '../../model/mail-address.ts';
import { replaceMentions } from '../../model/mentions.ts';
import type { Database } from '../database.ts';
import { RECORD_TABLES } from '../record-tables.table.ts';
import { hostOf, URL_READINGS } from '../url-readings.ts';

/** Names that stand for people in a copy: the same one for a person everywhere in it. */
export interface Pseudonyms {
  /** The people of the store by login in lower case, with their pseudonyms. */
  readonly people: ReadonlyMap<string, string>;
  /** Names of people that are more than one word, with their pseudonyms. */
  readonly names: ReadonlyMap<string, string>;
  /** Repositories that belong to people, `owner/name`. */
  readonly repositories: readonly string[];
  /** The hosts on which accounts have addresses. */
  readonly hosts: ReadonlySet<string>;
  /** Replaces mail addresses, lines such as `Signed-off-by:` and mentions of people whom the store does not know. */
  replaceForms(text: string, isProse: boolean): string;
}

const PREFIX = 'person-';
const DIGITS = 12;

/** Reserved for what leads nowhere (RFC 2606). */
const NOWHERE = 'mail.invalid';

/** The addresses of pictures of people, and of their earlier uploads, have the numbers of their accounts. */
const NUMBERED_PICTURE =
  /\bhttps?:\/\/(?:(?:private-)?user-images|avatars\d{0,2})\.[\w.-]{1,253}\/[^\s"'<>()[\]]{0,2000}/gi;

/** The service's own addresses of people who hide theirs. */
const HIDDEN_ADDRESS = /^(?:\d+\+)?([^@]+)@users\.noreply\./;

/** Lines at the end of a message that name people. */
const TRAILER = /^([ \t>]*(?:[A-Z][a-z]+(?:-[a-z]+)*-by|Cc|From|Author)):[ \t]+(\S.*)$/gim;

/** Names that many words of a text could be are not replaced: one word alone, or a short one. */
const LONG_NAME = /^(?=.{6})\S+(?:\s+\S+)+$/s;

/**
 * Prepares pseudonyms for the people of a store. They follow from `key`, which is not kept: who has the key, or another copy with
 * the same one, could try all logins of the service.
 */
export function createPseudonyms(db: Database, key: string): Pseudonyms {
  const of = (person: string) =>
    `${PREFIX}${createHmac('sha256', key).update(person.toLowerCase()).digest('hex').slice(0, DIGITS)}`;
  const organizations = new Set(
    db.prepare<[], string>('SELECT lower(login) FROM organizations WHERE login IS NOT NULL').pluck().all(),
  );
  const isPerson = (login: string) => !organizations.has(login.toLowerCase()) && !login.endsWith('[bot]');
  const people = new Map(
    readLogins(db)
      .filter(isPerson)
      .map((login) => [login.toLowerCase(), of(login)]),
  );
  const loginOf = new Map(
    db
      .prepare<[], { readonly address: string; readonly login: string }>(
        'SELECT lower(address) AS address, login FROM user_emails JOIN users ON users.id = user_id WHERE address IS NOT NULL',
      )
      .all()
      .map(({ address, login }) => [address, login]),
  );
  const ofAddress = (written: string) => {
    const address = written.replace('%40', '@');
    return of(HIDDEN_ADDRESS.exec(address)?.[1] ?? loginOf.get(address.toLowerCase()) ?? address);
  };
  return {
    people,
    names: new Map(
      db
        .prepare<[], { readonly name: string; readonly login: string }>(
          'SELECT name, login FROM users WHERE name IS NOT NULL AND login IS NOT NULL',
        )
        .all()
        .filter(({ name, login }) => LONG_NAME.test(name) && isPerson(login))
        .map(({ name, login }) => [name, of(login)]),
    ),
    repositories: db
      .prepare<[], string>('SELECT repo FROM repositories WHERE repo IS NOT NULL')
      .pluck()
      .all()
      .filter((repo) => people.has(repo.slice(0, repo.indexOf('/')).toLowerCase())),
    hosts: new Set(db.prepare<[], string>('SELECT url FROM users').pluck().all().map(hostOf)),
    replaceForms(text, isProse) {
      const plain = text
        .replace(NUMBERED_PICTURE, `https://picture.invalid/`)
        .replace(TRAILER, (_, word: string, named: string) => {
          const [address] = named.match(MAIL_ADDRESS) ?? [];
          return `${word}: ${address === undefined ? of(named) : ofAddress(address)}`;
        })
        .replace(
          MAIL_ADDRESS,
          (address) => `${ofAddress(address)}${address.includes('@') ? '@' : '%40'}${NOWHERE}`,
        );
      return isProse && plain.includes('@') ? mapProse(plain, replaceUnknown) : plain;
    },
  };

  function replaceUnknown(text: string): string {
    return replaceMentions(text, (login) =>
      isPerson(login) && !login.startsWith(PREFIX) ? of(login) : undefined,
    );
  }
}

/** Maps what is not in fenced blocks of code. */
function mapProse(text: string, map: (part: string) => string): string {
  return text
    .split(/(^[ \t>]*(`{3,}|~{3,})[\s\S]*?^[ \t>]*\2[`~]*[ \t]*$)/m)
    .map((part, index) => (index % 3 === 0 ? map(part) : index % 3 === 1 ? part : ''))
    .join('');
}

/** The logins that the tables of a store have: of its users, and of everyone who did something. */
function readLogins(db: Database): readonly string[] {
  const columns = RECORD_TABLES.flatMap(({ table, fields, derived }) => [
    ...loginColumns(table, derived),
    ...Object.values(fields).flatMap((field) =>
      'link' in field ? loginColumns(field.link.table, field.link.derived) : [],
    ),
  ]);
  const logins = [...new Set(columns)].flatMap(([table, column]) =>
    db
      .prepare<[], string>(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL`)
      .pluck()
      .all(),
  );
  const named = db.prepare<[], string>('SELECT login FROM users WHERE login IS NOT NULL').pluck().all();
  const ofUrls = db.prepare<[], string>('SELECT url FROM users').pluck().all();
  const owners = db.prepare<[], string>('SELECT repo FROM repositories WHERE repo IS NOT NULL').pluck().all();
  return [
    ...logins,
    ...named,
    ...ofUrls.flatMap((url) => URL_READINGS.login(url) ?? []),
    ...owners.map((repo) => repo.slice(0, repo.indexOf('/'))),
  ];
}

function loginColumns(
  table: string,
  derived: Readonly<Record<string, object>>,
): readonly (readonly [table: string, column: string])[] {
  return Object.entries(derived).flatMap(([column, spec]) =>
    'read' in spec && spec.read === 'login' ? [[table, column] as const] : [],
  );
}

/** Replaces the login with which a name begins, the longest one if there are several: `ada/fix`, `ada-patch-1`. */
export function renameOwner(name: string, people: Pseudonyms['people']): string {
  for (const { index } of [...`${name}/`.matchAll(/[^A-Za-z\d]/g)].reverse()) {
    const instead = people.get(name.slice(0, index).toLowerCase());
    if (instead !== undefined) {
      return `${instead}${name.slice(index)}`;
    }
  }
  return name;
}
