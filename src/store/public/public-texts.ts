import type { WordFinder } from '../../base/word-finder.ts';
import { redactTokens } from '../../model/redact-secrets.ts';
import type { PrivateWord, PrivateWordKind } from '../public-report.ts';
import { type Pseudonyms, renameOwner } from './pseudonyms.ts';

export interface PublicTexts {
  /** A text without what must not be in a copy. `isProse` says that people wrote it, and may mention others in it. */
  clean(text: string, isProse: boolean): string;
  /** An address; it changes only where people have pseudonyms. */
  cleanAddress(url: string): string;
  renameLogin(login: string): string;
  /** The name of a branch, which can begin with a login: `ada/fix`. */
  renameOwner(name: string): string;
  /** How many words were replaced, by kind. */
  readonly replaced: Readonly<Partial<Record<PrivateWordKind, number>>>;
}

/** Nothing else can have a repository, an address or a token in it. */
const MAY_HAVE_WORDS = /[/@]|%2f|%25|%40|&#|\\u0040|[\w-]{20}|-----BEGIN/i;

export function createPublicTexts(
  words: WordFinder<PrivateWord>,
  pseudonyms: Pseudonyms | undefined,
): PublicTexts {
  const replaced: Partial<Record<PrivateWordKind, number>> = {};
  const clean = (text: string, isProse: boolean): string => {
    if (pseudonyms === undefined && !MAY_HAVE_WORDS.test(text)) {
      return text;
    }
    const formed = pseudonyms === undefined ? text : pseudonyms.replaceForms(text, isProse);
    const bytes = Buffer.from(formed);
    // A sentence that something private has too is public here.
    const found = words.find(bytes).filter(({ label }) => label.kind !== 'text');
    if (found.length === 0) {
      return formed;
    }
    const secrets = found.filter(({ label }) => label.kind === 'secret').length;
    if (secrets > 0) {
      replaced.secret = (replaced.secret ?? 0) + secrets;
      const safe = redactTokens(formed);
      return safe === formed ? formed : clean(safe, false);
    }
    const parts: Buffer[] = [];
    let done = 0;
    for (const { label, start, end } of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
      if (start >= done) {
        parts.push(bytes.subarray(done, start), Buffer.from(label.instead));
        done = end;
        replaced[label.kind] = (replaced[label.kind] ?? 0) + 1;
      }
    }
    return Buffer.concat([...parts, bytes.subarray(done)]).toString();
  };
  return {
    clean,
    cleanAddress: (url) => (pseudonyms === undefined ? url : clean(url, false)),
    renameLogin: (login) => pseudonyms?.people.get(login.toLowerCase()) ?? login,
    renameOwner: (name) => renameOwner(name, pseudonyms?.people ?? new Map()),
    replaced,
  };
}
