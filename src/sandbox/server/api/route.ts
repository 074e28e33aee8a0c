import type { JsonObject, JsonValue } from '../../../base/json.ts';
import type { TokenKind } from '../../../model/dialects.table.ts';
import type { JsonContext } from '../json/account-json.ts';
import type { Service } from '../service.ts';
import type { Answer } from './answer.ts';
import { type Caller, NO_PERMISSION_NEEDED } from './caller.ts';

/** One endpoint. */
export interface Route extends RouteTraits {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** The path as in the specification, with `{name}` for parameters and its name of the alert tool. */
  readonly path: string;
  /** Path of its documentation, below the dialect's root. */
  readonly documentation: string;
  readonly handle: Handler;
}

interface RouteTraits {
  readonly access: Access;
  /** True if a call does not count against the primary limit. */
  readonly isFree?: boolean;
  /** True if the handler reads the body itself, which is not JSON; such a call changes nothing. */
  readonly takesBytes?: boolean;
  /** What a call creates, if that has a secondary limit (specification 8.2). */
  readonly makes?: 'content' | 'token';
  /** True if the real service describes errors in plain strings (`validation-error-simple` of its description). */
  readonly hasSimpleErrors?: boolean;
}

type Row = readonly [
  method: Route['method'],
  path: string,
  anchor: string,
  handle: Handler,
  traits?: Partial<RouteTraits>,
];

/** The endpoints of a group; `traits` of a row override the shared ones. */
export function routeGroup(
  { root = '', page, ...shared }: RouteTraits & { readonly root?: string; readonly page: string },
  rows: readonly Row[],
): readonly Route[] {
  return rows.map(([method, path, anchor, handle, traits]) => ({
    ...shared,
    ...traits,
    method,
    path: `${root}${path}`,
    documentation: `${page}#${anchor}`,
    handle,
  }));
}

/** True for safe methods (RFC 9110, section 9.2.1); HEAD is handled as GET. */
export function isReading({ method, takesBytes }: Route): boolean {
  return method === 'GET' || method === 'OPTIONS' || takesBytes === true;
}

/** Who may call an endpoint (specification 5). */
export interface Access {
  readonly isPublic: boolean;
  readonly refusedKinds: readonly TokenKind[];
  /** Scopes of classic tokens, of which any one is sufficient. */
  readonly scopes: readonly string[];
  /** Permissions of fine-grained tokens, in the syntax of the permissions header; empty if none is sufficient. */
  readonly permissions: string;
}

/** Open to everybody; tokens without scopes need the permissions for private records. */
export function everybody(permissions = NO_PERMISSION_NEEDED, scopes: readonly string[] = []): Access {
  return { isPublic: true, refusedKinds: [], scopes, permissions };
}

/** Open to callers with a token, except those of a refused kind. */
export function signedIn(
  refusedKinds: readonly TokenKind[],
  scopes: readonly string[],
  permissions = '',
): Access {
  return { isPublic: false, refusedKinds, scopes, permissions };
}

/** Kinds of token that do not act for an account. */
export const ACCOUNTLESS = ['app_installation', 'workflow'] as const;

/** A request that has passed all checks. */
export interface ApiRequest {
  readonly request: Request;
  readonly url: URL;
  readonly parameters: Readonly<Record<string, string>>;
  /** The JSON body; empty for methods without one. */
  readonly body: JsonObject;
  readonly caller: Caller;
  readonly context: JsonContext;
  /** The Accept header. */
  readonly accept: string;
  /** True if the request has a validator. */
  readonly isConditional: boolean;
  /** True if the validator matches this body: writing methods that change nothing then answer 304 (specification 4.0). */
  readonly isKnown: (body: JsonValue, headers?: Readonly<Record<string, string>>) => boolean;
}

export type Handler = (request: ApiRequest, service: Service) => Answer | Promise<Answer>;

/** A handler of requests about something, such as the record in the path. */
export type HandlerFor<Subject> = (
  subject: Subject,
  request: ApiRequest,
  service: Service,
) => Answer | Promise<Answer>;
