import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { satchelVersion } from '../../base/own-package.ts';
import { type Client, createClient } from '../../client/create-client.ts';
import { listPages } from '../../client/list-pages.ts';
import { readNetwork } from '../../client/network.ts';
import { DIALECTS } from '../../model/dialects.table.ts';
import { Failure } from '../../model/failure.ts';
import type { FilesContext } from '../folders-of-store.ts';

export interface ForgePlace {
  /** The root of the forge's API, without a trailing slash. */
  readonly api: string;
  readonly owner: string;
  readonly name: string;
}

/** The place of the repository with this address: the last two parts of its path are its owner and name. */
export function forgePlaceOf(url: URL): ForgePlace {
  const parts = url.pathname.replace(/(?:\.git)?\/?$/, '').split('/');
  const [owner = '', name = ''] = parts.slice(-2).map(decodeURIComponent);
  return { api: `${url.origin}${parts.slice(0, -2).join('/')}/api/v1`, owner, name };
}

/** The API of Gitea and Forgejo servers (docs.gitea.com/api, "repository" and "issue"). */
export interface Forge {
  /** Makes an empty repository, of the organization or else of the token's account; false if it exists. */
  make(place: ForgePlace, isPrivate: boolean): Promise<boolean>;
  /** The items of a list of a repository, such as `/issues`. Fails with `absent` if there is no such repository. */
  list(place: ForgePlace, list: string, query?: Readonly<Record<string, string>>): AsyncIterable<JsonObject>;
  close(): Promise<void>;
}

/** A forge returns at most 50 items in a page, unless it is configured otherwise (`MAX_RESPONSE_ITEMS`). */
const PER_PAGE = 50;

/** Opens the API of any forge that places name. */
export async function openForge(
  token: string | undefined,
  { env, clock, random, signal }: FilesContext,
): Promise<Forge> {
  const network = await readNetwork(env, env['GIT_SSL_CAINFO']);
  const clients = new Map<string, Client>();
  const clientOf = ({ api }: ForgePlace) => {
    const client =
      clients.get(api) ??
      createClient({
        ...(token === undefined ? {} : { token }),
        baseUrl: new URL(api),
        dialect: DIALECTS.service,
        userAgent: `satchel/${satchelVersion()}`,
        ...{ network, clock, random, signal },
      });
    clients.set(api, client);
    return client;
  };
  const create = async (route: string, place: ForgePlace, isPrivate: boolean) => {
    const { owner, name } = place;
    return await clientOf(place).request({
      action: `make the repository "${owner}/${name}"`,
      method: 'POST',
      route,
      parameters: { owner },
      body: { name, private: isPrivate, auto_init: false },
      expects: [404, 409],
    });
  };
  return {
    async make(place, isPrivate) {
      const { status } = await create('/orgs/{owner}/repos', place, isPrivate);
      const made = status === 404 ? await create('/user/repos', place, isPrivate) : { status };
      return made.status !== 409;
    },
    async *list(place, list, query = {}) {
      const { owner, name } = place;
      const call = {
        action: `read "${owner}/${name}" at the forge`,
        method: 'GET' as const,
        route: `/repos/{owner}/{name}${list}`,
        parameters: { owner, name },
        query: { ...query, limit: PER_PAGE },
        missing: 'it is not there, or the token may not read it',
      };
      for await (const { body } of listPages(clientOf(place), call)) {
        if (!Array.isArray(body)) {
          throw new Failure('not-the-service', `Cannot ${call.action}: the answer is not a list of a forge`);
        }
        yield* body.filter(isJsonObject);
      }
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}
