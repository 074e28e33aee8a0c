import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Client as Connection } from '../../client/create-client.ts';
import { listPages, MAX_PAGES } from '../../client/list-pages.ts';
import type { ApiCall, ApiResponse } from '../../client/send.ts';
import type { CallOptions } from '../../client/with-signal.ts';
import { Failure } from '../../model/failure.ts';

/** A list of the API: a path such as `/repos/{owner}/{repo}/issues`, whose names in braces are parameters. */
export type ListRoute = `/${string}` | `GET /${string}`;

/** The names in the braces of a route. */
export type PlaceholderOf<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never;

/** A query: undefined members are left out, and lists repeat the name. */
export type QueryValues = NonNullable<ApiCall['query']>;

/** A value for each name in the braces of a route; all others are its query. */
export type RouteParameters<Route extends string> = QueryValues & {
  readonly [Name in PlaceholderOf<Route>]: string | number;
};

/** How to read the pages of a route. */
export interface PageOptions extends CallOptions {
  /** The media type to ask for; default: that of the dialect. */
  readonly accept?: string | undefined;
  /** True if the service must answer in full; default: unchanged pages come from the cache. */
  readonly isFresh?: boolean | undefined;
  /** A list with more pages than this fails; default: 10,000. */
  readonly maxPages?: number | undefined;
}

/** What a list takes: parameters are only optional if its route has no names in braces. */
export type ListArguments<Route extends string> = [PlaceholderOf<Route>] extends [never]
  ? [parameters?: QueryValues | undefined, options?: PageOptions | undefined]
  : [parameters: RouteParameters<Route>, options?: PageOptions | undefined];

/** A call that has no method of its own. Its parameters are those that the route has in braces. */
export type RequestCall<Route extends `/${string}` = `/${string}`> = Omit<
  ApiCall,
  'action' | 'route' | 'parameters'
> & {
  /** A path such as `/repos/{owner}/{repo}`: limits are counted by it. */
  readonly route: Route;
  /** A verb phrase that can follow "Cannot" in messages; default: the method and the route. */
  readonly action?: string | undefined;
} & ([PlaceholderOf<Route>] extends [never]
    ? Pick<ApiCall, 'parameters'>
    : { readonly parameters: { readonly [Name in PlaceholderOf<Route>]: string | number } });

/** Calls of any route, with the same waits, retries and checks as all others. */
export interface Requests {
  /**
   * The items of any list of the API, page after page at the pace of the loop; each loop asks again. What is in an envelope
   * (`{ "total_count": 2, "items": [] }`) is taken out of it. The type of the items is yours to say, where you keep the list:
   * they are not checked.
   *
   * @example
   * const issues: AsyncIterable<{ title: string }> = client.list('/repos/{owner}/{repo}/issues', { owner: 'acme', repo: 'app' });
   * for await (const { title } of issues) console.log(title);
   */
  list<Route extends ListRoute, Item = JsonObject>(
    route: Route,
    ...rest: ListArguments<Route>
  ): AsyncIterable<Item>;
  /**
   * `list` with a type for its items, where the compiler still reads the names in the route.
   *
   * @example
   * const listIssues = client.listOf<{ title: string }>();
   * for await (const { title } of listIssues('/repos/{owner}/{repo}/issues', { owner: 'acme', repo: 'app' })) console.log(title);
   */
  listOf<Item>(): <Route extends ListRoute>(
    route: Route,
    ...rest: ListArguments<Route>
  ) => AsyncIterable<Item>;
  /** The same by page, with status and headers, for lists of another form. */
  pages<Route extends ListRoute>(route: Route, ...rest: ListArguments<Route>): AsyncIterable<ApiResponse>;
  /**
   * Makes one call of any method. Throws a `Failure` if the status is an error.
   *
   * @example
   * const { body } = await client.request({ method: 'GET', route: '/repos/{owner}/{repo}', parameters: { owner: 'acme', repo: 'app' } });
   */
  request<Route extends `/${string}`>(call: RequestCall<Route>): Promise<ApiResponse>;
}

/** Creates the calls of any route. Sends nothing yet. */
export function createRequests(connection: Pick<Connection, 'request'>): Omit<Requests, 'listOf'> {
  const pages = (route: string, values: QueryValues = {}, options: PageOptions = {}) =>
    listPages(connection, listCall(route, values, options), {
      maxPages: options.maxPages ?? MAX_PAGES,
      envelopeMember: 'has_next_page',
    });
  return {
    pages,
    async *list<_, Item>(route: string, values?: QueryValues, options?: PageOptions) {
      for await (const page of pages(route, values, options)) {
        yield* itemsOf(page, route) as readonly Item[]; // As the caller says.
      }
    },
    request: (call: RequestCall) =>
      connection.request({ ...call, action: call.action ?? `call ${call.method} ${call.route}` }),
  };
}

function listCall(
  given: string,
  values: QueryValues,
  { signal, accept, isFresh }: Pick<ApiCall, 'signal' | 'accept' | 'isFresh'>,
): ApiCall {
  const route = given.replace(/^GET /, '');
  const placeholders = new Set([...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const [parameters, query] = [true, false].map((isInPath) =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name, value]) => value !== undefined && placeholders.has(name) === isInPath,
      ),
    ),
  );
  return {
    ...{ action: `list ${route}`, method: 'GET', route, query, signal, accept, isFresh },
    parameters: parameters as NonNullable<ApiCall['parameters']>, // The type of a route says so.
  };
}

function itemsOf({ body, text }: ApiResponse, route: string): readonly unknown[] {
  if (Array.isArray(body) || text === '') {
    return Array.isArray(body) ? body : [];
  }
  const [list, ...others] = isJsonObject(body) ? Object.values(body).filter(Array.isArray) : [];
  if (list === undefined || others.length > 0) {
    throw new Failure('usage', `Cannot list ${route}: the answer of the service is not a list`, {
      hint: 'Read it with pages() or request()',
    });
  }
  return list;
}
