import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ObjectStorage } from './object-storage.ts';
import { type Ask, type Reply, refusal, sendReply } from './reply.ts';
import { account, archiveOf, type Json, type JsonObject, LOGIN, repository, SECRETS } from './shapes.ts';

/** Returns the reply, or undefined if it writes to `response` itself or never responds. */
export type Answer = (ask: Ask, response: ServerResponse) => Reply | undefined;

/** A response that replaces the ordinary one `times` times, after `skip` ordinary ones. */
interface Oddity {
  readonly on: string;
  readonly answer: Answer;
  times: number;
  skip: number;
}

/** A migration and its state. */
export interface Migration {
  readonly id: number | bigint;
  readonly guid: string;
  readonly repositories: readonly string[];
  /** The current state and the following ones; each request advances it by one. */
  readonly states: string[];
  readonly createdAt: string;
  /** The body of the request that started it; undefined if it existed before. */
  readonly request?: JsonObject;
  readonly bytes: Buffer;
  readonly locked: Set<string>;
  isDeleted: boolean;
}

const PREFIX = '/api/v3';

/**
 * A second, small stand-in for the service, in the `github` dialect. It is based only on the specification and on what
 * is known of the real service, and shares no code with the program or its sandbox, so that it exposes
 * misunderstandings that those two share.
 */
export class SecondService {
  repositories: readonly JsonObject[] = [repository('hello'), repository('world')];
  /** The newest first. */
  readonly migrations: Migration[] = [];
  readonly asked: Ask[] = [];
  readonly storage = new ObjectStorage();
  /** The states of a new migration; each request advances it by one. */
  states: readonly string[] = ['pending', 'exporting', 'exported'];
  nextId: number | bigint = 4_711;
  hasGit = true;
  /** Whether displayed strings contain control characters. */
  isNasty = true;
  /** The number of responses that the client aborted. */
  brokenOff = 0;
  readonly #oddities: Oddity[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async start(): Promise<this> {
    await this.storage.start();
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await Promise.all([this.storage.close(), new Promise((resolve) => this.#server.close(resolve))]);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${PREFIX}`;
  }

  /** Overrides the responses to requests such as `GET /user/migrations/*`. */
  odd(on: string, answer: Answer, { times = Number.POSITIVE_INFINITY, skip = 0 } = {}): this {
    this.#oddities.push({ on, answer, times, skip });
    return this;
  }

  /** The number of requests that match a method and path such as `POST /user/migrations`. */
  count(on: string): number {
    return this.asked.filter((ask) => fits(on, ask)).length;
  }

  get started(): number {
    return this.migrations.filter(({ request }) => request !== undefined).length;
  }

  addMigration(repositories: readonly string[], more: Partial<Migration> = {}): Migration {
    const migration: Migration = {
      id: this.nextId,
      guid: randomUUID(),
      repositories,
      states: [...this.states],
      createdAt: new Date().toISOString().replace('Z', '+00:00'),
      bytes: archiveOf(repositories, { hasGit: this.hasGit }),
      locked: new Set(),
      isDeleted: false,
      ...more,
    };
    this.nextId = typeof this.nextId === 'bigint' ? this.nextId + 1n : this.nextId + 1;
    this.migrations.unshift(migration);
    return migration;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => {
      this.brokenOff += response.writableFinished ? 0 : 1;
    });
    const url = new URL(request.url ?? '/', this.baseUrl);
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const text = Buffer.concat(chunks).toString();
    const ask: Ask = {
      method: request.method ?? 'GET',
      path: url.pathname.slice(PREFIX.length),
      query: url.searchParams,
      headers: request.headers,
      body: text.startsWith('{') ? (JSON.parse(text) as JsonObject) : {},
    };
    this.asked.push(ask);
    const odd = this.#oddAnswer(ask);
    const reply = odd === undefined ? this.ordinary(ask) : odd(ask, response);
    if (reply !== undefined) {
      sendReply(ask, response, { ...reply, isNasty: this.isNasty });
    }
  }

  #oddAnswer(ask: Ask): Answer | undefined {
    const oddity = this.#oddities.find(({ on, times }) => times > 0 && fits(on, ask));
    if (oddity === undefined || oddity.skip > 0) {
      if (oddity !== undefined) {
        oddity.skip -= 1;
      }
      return undefined;
    }
    oddity.times -= 1;
    return oddity.answer;
  }

  /** The response without oddities. */
  ordinary(ask: Ask): Reply {
    if (ask.headers.authorization !== `Bearer ${SECRETS.token}`) {
      return refusal(401, 'Bad credentials');
    }
    const asked = /^\/(?:user|orgs\/[^/]+)\/migrations(?:\/(\d+)(\/.*)?)?$/.exec(ask.path);
    if (asked !== null) {
      const [, id, rest = ''] = asked;
      return id === undefined ? this.#answerAll(ask) : this.#answerOne(ask, { id, rest });
    }
    if (ask.path === '/user') {
      return { body: account(LOGIN) };
    }
    if (ask.path === '/user/repos' || /^\/orgs\/[^/]+\/repos$/.test(ask.path)) {
      return this.page(ask, this.repositories);
    }
    const one = this.repositories.find(({ full_name: name }) => ask.path === `/repos/${String(name)}`);
    return one === undefined ? refusal(404, 'Not Found') : { body: one };
  }

  /** One page of a list, with links to the next and last page. */
  page(ask: Ask, all: readonly Json[]): Reply {
    const size = Math.min(100, Number(ask.query.get('per_page') ?? 30));
    const page = Number(ask.query.get('page') ?? 1);
    const last = Math.max(1, Math.ceil(all.length / size));
    const link = (number: number, rel: string) => {
      const query = new URLSearchParams({ ...Object.fromEntries(ask.query), page: `${number}` });
      return `<${this.baseUrl}${ask.path}?${query.toString()}>; rel="${rel}"`;
    };
    return {
      headers: page < last ? { link: `${link(page + 1, 'next')}, ${link(last, 'last')}` } : {},
      body: all.slice((page - 1) * size, page * size),
    };
  }

  /** Starts a migration, or lists all of them with full repositories: `exclude` is not supported. */
  #answerAll(ask: Ask): Reply {
    if (ask.method !== 'POST') {
      return this.page(
        ask,
        this.migrations.map((migration) => this.record(migration)),
      );
    }
    const names = (ask.body['repositories'] ?? []) as readonly string[];
    if (!names.every((name) => this.repositories.some(({ full_name: known }) => known === name))) {
      const errors = [{ resource: 'Migration', field: 'repositories', index: 0, code: 'invalid_value' }];
      return { status: 422, body: { message: 'Validation Failed', errors } };
    }
    const isLocking = ask.body['lock_repositories'] === true;
    const locked = new Set(isLocking ? names.map((name) => name.split('/')[1] ?? '') : []);
    const migration = this.addMigration(names, { request: ask.body, locked });
    const location = `${this.baseUrl}${ask.path}/${migration.id}`;
    return { status: 201, headers: { location }, body: this.record(migration) };
  }

  #answerOne(ask: Ask, { id, rest }: { readonly id: string; readonly rest: string }): Reply {
    const migration = this.migrations.find((one) => String(one.id) === id);
    const isThere = migration?.states[0] === 'exported' && !migration.isDeleted;
    if (migration === undefined || (rest === '/archive' && !isThere)) {
      return refusal(404, 'Not Found');
    }
    if (ask.method === 'DELETE') {
      migration.isDeleted ||= rest === '/archive';
      migration.locked.delete(/^\/repos\/([^/]+)\/lock$/.exec(rest)?.[1] ?? '');
      return { status: 204 };
    }
    if (rest === '/archive') {
      return {
        status: 302,
        headers: { location: this.storage.addressOf(`${migration.id}`, migration.bytes) },
      };
    }
    if (rest === '/repositories') {
      return this.page(ask, this.#repositoriesOf(migration));
    }
    const body = this.record(migration);
    if (migration.states.length > 1) {
      migration.states.shift();
    }
    return { body };
  }

  #repositoriesOf(migration: Migration): readonly JsonObject[] {
    return migration.repositories.map(
      (name) => this.repositories.find(({ full_name: known }) => known === name) ?? repository(name),
    );
  }

  /** As in the official examples: without three members that their schema requires. */
  record(migration: Migration): JsonObject {
    const { request = {} } = migration;
    return {
      id: migration.id,
      node_id: 'MDk6TWlncmF0aW9uMQ==',
      owner: account(LOGIN),
      guid: migration.guid,
      state: migration.states[0] ?? 'exported',
      lock_repositories: request['lock_repositories'] ?? false,
      exclude_attachments: request['exclude_attachments'] ?? false,
      exclude_releases: request['exclude_releases'] ?? false,
      exclude_owner_projects: request['exclude_owner_projects'] ?? false,
      repositories: this.#repositoriesOf(migration),
      url: `${this.baseUrl}/user/migrations/${migration.id}`,
      created_at: migration.createdAt,
      updated_at: migration.createdAt,
    };
  }
}

/** Whether a request matches a pattern such as `GET /user/migrations/*`; a star matches one path segment. */
function fits(on: string, { method, path }: Ask): boolean {
  const [wanted = '', pattern = ''] = on.split(' ');
  return method === wanted && new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(path);
}
