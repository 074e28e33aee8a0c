import type { Dialect } from '../../model/dialects.table.ts';
import type { ApiResponse } from '../send.ts';

/** The header about organizations that require single sign-on. */
export interface SingleSignOn {
  /** Where a person can authorize the token; undefined if the request was not rejected for this reason. */
  readonly authorizeUrl: URL | undefined;
  /** Ids of organizations that a list omits because the token is not authorized for them. */
  readonly leftOut: readonly string[];
}

/**
 * Parses `required; url=https://…` and `partial-results; organizations=1,2` (the service's reference, "SAML and
 * tokens").
 */
export function readSingleSignOn({ headers }: Pick<ApiResponse, 'headers'>, dialect: Dialect): SingleSignOn {
  const [word = '', ...rest] = (headers.get(dialect.singleSignOnHeader.toLowerCase()) ?? '').split(';');
  const kind = word.trim().toLowerCase();
  const parameters = rest.join(';');
  const address = /(?:^|;|\s)url=(\S+)/.exec(parameters)?.[1] ?? '';
  const url = kind === 'required' && URL.canParse(address) ? new URL(address) : undefined;
  const organizations = /organizations=([\w,\s-]*)/.exec(parameters)?.[1] ?? '';
  const named = organizations.split(/[,\s]+/).filter((id) => id !== '');
  return {
    authorizeUrl: url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined,
    leftOut: kind !== 'partial-results' ? [] : named.length > 0 ? named : ['(unnamed)'],
  };
}

/** Remembers the omitted organizations, and reports each once. */
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
          `The list is incomplete: the service omits organizations (${fresh.join(', ')}) because the token is not authorized for their single sign-on`,
        );
      }
    },
  };
}
