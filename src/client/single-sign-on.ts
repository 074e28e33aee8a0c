import type { Dialect } from '../model/index.ts';
import type { ApiResponse } from './send.ts';

/** What an answer says of organizations that ask for single sign-on. */
export interface SingleSignOn {
  /** Where the person authorises the token; undefined where nothing is refused for it. */
  readonly authoriseUrl: URL | undefined;
  /** Ids of organizations that a list leaves out, as the token is not authorised for them. */
  readonly leftOut: readonly string[];
}

/** Reads `required; url=https://…` and `partial-results; organizations=1,2` (the service's reference, "SAML and tokens"). */
export function readSingleSignOn({ headers }: Pick<ApiResponse, 'headers'>, dialect: Dialect): SingleSignOn {
  const [word = '', ...rest] = (headers.get(dialect.singleSignOnHeader.toLowerCase()) ?? '').split(';');
  const kind = word.trim().toLowerCase();
  const parameters = rest.join(';');
  const address = /(?:^|;|\s)url=(\S+)/.exec(parameters)?.[1] ?? '';
  const url = kind === 'required' && URL.canParse(address) ? new URL(address) : undefined;
  const organizations = /organizations=([\w,\s-]*)/.exec(parameters)?.[1] ?? '';
  const named = organizations.split(/[,\s]+/).filter((id) => id !== '');
  return {
    authoriseUrl: url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined,
    leftOut: kind !== 'partial-results' ? [] : named.length > 0 ? named : ['(unnamed)'],
  };
}

/** Remembers which organizations were left out, and tells of each once. */
export function createLeftOutList(onNotice: (text: string) => void) {
  const known = new Set<string>();
  return {
    list: (): readonly string[] => [...known],
    note(organizations: readonly string[]): void {
      const fresh = organizations.filter((organization) => !known.has(organization));
      for (const organization of fresh) {
        known.add(organization);
      }
      if (fresh.length > 0) {
        onNotice(
          `The service leaves organizations out (${fresh.join(', ')}), as the token is not authorised for their single sign-on: the list is incomplete`,
        );
      }
    },
  };
}
