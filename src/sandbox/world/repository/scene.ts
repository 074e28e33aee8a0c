import { invariant, type Random } from '../../../base/index.ts';
import type { IdSource } from '../id-source.ts';
import type { Theme } from '../text/themes.table.ts';
import type { Person } from '../world.ts';

/** Where and among whom a repository's story takes place; what every part of its telling needs. */
export interface Scene {
  readonly random: Random;
  readonly ids: IdSource;
  /** Root of web addresses, without a final slash. */
  readonly webUrl: string;
  readonly owner: string;
  readonly name: string;
  readonly theme: Theme;
  readonly beginMs: number;
  /** The present, or the day on which the repository was archived. */
  readonly endMs: number;
  /** They may push, merge and sort; the first one leads. */
  readonly maintainers: readonly Person[];
  /** Everybody else who writes here. */
  readonly contributors: readonly Person[];
  readonly bots: readonly Person[];
  /** Somebody whose account was deleted: only git still knows the name. */
  readonly departed: Person;
  /** Logins that only react or are mentioned; nothing else in the world knows them. */
  readonly outsiders: readonly string[];
}

/** `owner/name`. */
export function fullNameOf(place: { readonly owner: string; readonly name: string }): string {
  return `${place.owner}/${place.name}`;
}

/** Who leads the project. */
export function leaderOf({ maintainers }: Scene): Person {
  const [leader] = maintainers;
  invariant(leader !== undefined, 'every repository has a maintainer');
  return leader;
}

/** Somebody who writes here, mostly not a maintainer. */
export function pickWriter({ maintainers, contributors, random }: Scene): Person {
  return random.pick(contributors.length > 0 && random.chance(0.7) ? contributors : maintainers);
}
