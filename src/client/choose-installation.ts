import { isJsonObject, type JsonObject } from '../base/index.ts';
import { Failure } from '../model/index.ts';
import { showForeignText } from './service-error.ts';

/** How many installations a message names. */
const MAX_NAMED = 5;

interface Installation {
  readonly id: number;
  /** The account on which the app is installed. */
  readonly owner: string;
}

/** The installation of `owner` in the response to `action`, or else the only one. */
export function chooseInstallation(body: unknown, action: string, owner: string | undefined): number {
  const all = installationsIn(body);
  const wanted = owner?.toLowerCase();
  const [first, ...others] = all.filter(
    (installation) => wanted === undefined || installation.owner.toLowerCase() === wanted,
  );
  if (first !== undefined && others.length === 0) {
    return first.id;
  }
  const names = all.slice(0, MAX_NAMED).map(({ id, owner: name }) => `${showForeignText(name)} (${id})`);
  const list = [...names, ...(all.length > MAX_NAMED ? ['others'] : [])].join(', ');
  if (first !== undefined) {
    throw new Failure('usage', `Cannot ${action}: it is installed on several accounts: ${list}`, {
      hint: 'Name one with --org or --installation-id',
    });
  }
  const found =
    all.length === 0
      ? 'it is not installed on any account'
      : `it is not installed on "${owner}", but on ${list}`;
  throw new Failure('absent', `Cannot ${action}: ${found}`, {
    hint: 'Install it with "Install App" in its settings, or name an installation with --installation-id',
  });
}

function installationsIn(body: unknown): readonly Installation[] {
  return (Array.isArray(body) ? body : []).flatMap((item: unknown) => {
    const { id, account } = membersOf(item);
    const { login, slug } = membersOf(account);
    return typeof id === 'number' ? [{ id, owner: String(login ?? slug ?? id) }] : []; // Enterprises have a slug.
  });
}

function membersOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
