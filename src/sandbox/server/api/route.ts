import type { JsonObject, JsonValue } from '../../../base/index.ts';
import type { TokenKind } from '../../../model/index.ts';
import type { JsonContext } from '../json/account-json.ts';
import type { Service } from '../service.ts';
import type { Answer } from './answer.ts';
import { type Caller, NO_PERMISSION_NEEDED } from './caller.ts';

/** One endpoint: a row of the table of routes. */
export interface Route extends RouteTraits {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** The path as the specification writes it, `{name}` for each parameter and its word for the alert tool. */
  readonly path: string;
  /** Where the documentation describes it, below the dialect's root. */
  readonly documentation: string;
  readonly handle: Handler;
}

interface RouteTraits {
  readonly access: Access;
  /** True where a call leaves the primary limit alone. */
  readonly isFree?: boolean;
  /** What a call makes, where the service has secondary limits for making it (specification 8.2). */
  readonly makes?: 'content' | 'token';
  /** True where the real service names what is wrong in plain strings (`validation-error-simple` of its description). */
  readonly hasSimpleErrors?: boolean;
}

type Row = readonly [
  method: Route['method'],
  path: string,
  anchor: string,
  handle: Handler,
  traits?: Partial<RouteTraits>,
];

/** The endpoints of a group: what they share, and a row for each, which may differ in its traits. */
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

/** True for methods that change nothing and carry no body (RFC 9110, section 9.2.1); HEAD is answered by GET. */
export function isReading({ method }: Route): boolean {
  return method === 'GET' || method === 'OPTIONS';
}

/** Who may call an endpoint (specification 5). */
export interface Access {
  readonly isPublic: boolean;
  readonly refusedKinds: readonly TokenKind[];
  /** Scopes of classic tokens, any of which opens the endpoint. */
  readonly scopes: readonly string[];
  /** Permissions of fine-grained tokens, in the grammar of the permissions header; empty where none opens it. */
  readonly permissions: string;
}

/** Open to everybody; a token without scopes needs the permissions for what is private. */
export function everybody(permissions = NO_PERMISSION_NEEDED, scopes: readonly string[] = []): Access {
  return { isPublic: true, refusedKinds: [], scopes, permissions };
}

/** Open to callers with a token that is not of a refused kind. */
export function signedIn(
  refusedKinds: readonly TokenKind[],
  scopes: readonly string[],
  permissions = '',
): Access {
  return { isPublic: false, refusedKinds, scopes, permissions };
}

/** Kinds of token that act for no account. */
export const ACCOUNTLESS = ['app_installation', 'workflow'] as const;

/** A request that has passed every check, as handlers see it. */
export interface ApiRequest {
  readonly url: URL;
  readonly parameters: Readonly<Record<string, string>>;
  /** The JSON body; empty for methods that carry none. */
  readonly body: JsonObject;
  readonly caller: Caller;
  /** The world, and the root of addresses as the caller spells it. */
  readonly context: JsonContext;
  /** True where the request brings validators of any kind. */
  readonly isConditional: boolean;
  /**
   * True where the request is conditional and its validators say that the caller knows this body: writing methods
   * answer 304 then, if they would change nothing (specification 4.0).
   */
  readonly isKnown: (body: JsonValue, headers?: Readonly<Record<string, string>>) => boolean;
}

export type Handler = (request: ApiRequest, service: Service) => Answer | Promise<Answer>;
