import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { LFS_REQUESTS_PER_MINUTE } from '../limits.table.ts';
import type { LargeFile } from '../world/repository-content.ts';
import { findContent, findRepository } from '../world/world.ts';
import { apiError, notFound } from './api/answer.ts';
import { bucketOf } from './api/rate-limit.ts';
import { everybody, type Handler, routeGroup } from './api/route.ts';
import { canSee, personOf } from './api/visibility.ts';
import type { Service } from './service.ts';

const MEDIA_TYPE = 'application/vnd.git-lfs+json';

/** The storage origin has the objects of Git LFS below this path. */
const STORAGE_PATH = '/lfs/';

/** A server may refuse larger batches (git-lfs `docs/api/batch.md`, 413); Git LFS itself asks for a hundred objects. */
const MAX_BATCH_OBJECTS = 100;

/** Git LFS sends no credentials before it is asked for them (git-lfs `docs/api/authentication.md`). */
const LOGIN_NEEDED = {
  ...apiError(401, 'Credentials needed'),
  headers: { 'lfs-authenticate': 'Basic realm="Sandbox"', 'www-authenticate': 'Basic realm="Sandbox"' },
};

/** Says where objects are (git-lfs `docs/api/batch.md`): at the storage origin, at addresses that expire. */
const answerBatch: Handler = ({ parameters, caller, body, accept, url }, service) => {
  const { world, lfsRequests, clock, links, storagePort } = service;
  const { owner = '', repo = '' } = parameters;
  const { count, endsAtMs } = lfsRequests.add(bucketOf(caller), 1);
  if (count > LFS_REQUESTS_PER_MINUTE[caller.type === 'anonymous' ? 'anonymous' : 'signedIn']) {
    const seconds = Math.ceil((endsAtMs - clock.now()) / 1_000);
    return { ...apiError(429, 'Too many requests'), headers: { 'retry-after': String(seconds) } };
  }
  const repository = findRepository(world, `${owner}/${repo.replace(/\.git$/, '')}`);
  if (repository === undefined || !canSee(caller, repository, world, 'contents=read')) {
    return caller.type === 'anonymous' ? LOGIN_NEEDED : notFound();
  }
  if (!accept.includes(MEDIA_TYPE)) {
    return apiError(406, `The Accept header needs to be ${MEDIA_TYPE}`);
  }
  const { operation, objects } = body;
  if (operation !== 'download' || !Array.isArray(objects)) {
    return apiError(422, 'Only objects to download can be asked for');
  }
  if (objects.length > MAX_BATCH_OBJECTS) {
    return apiError(413, `No more than ${MAX_BATCH_OBJECTS} objects can be asked for at once`);
  }
  const files = new Map(findContent(world, repository)?.largeFiles?.map((file) => [file.oid, file]));
  const actorId = personOf(caller, world)?.id ?? 0;
  const addressOf = ({ oid }: LargeFile) => {
    const target = new URL(`${STORAGE_PATH}${oid}`, url.origin);
    target.port = String(storagePort);
    return links.sign(target, { fileName: oid, actorId });
  };
  const answers = objects.map((object: JsonValue) => objectJson(object, files, addressOf));
  return {
    type: 'response',
    response: new Response(JSON.stringify({ transfer: 'basic', objects: answers, hash_algo: 'sha256' }), {
      status: 200,
      headers: { 'content-type': MEDIA_TYPE },
    }),
  };
};

function objectJson(
  asked: JsonValue,
  files: ReadonlyMap<string, LargeFile>,
  addressOf: (file: LargeFile) => string,
): JsonObject {
  const { oid = '', size = 0 } = isJsonObject(asked) ? asked : {};
  const file = files.get(String(oid));
  if (file === undefined) {
    return { oid, size, error: { code: 404, message: 'Object does not exist' } };
  }
  if (size !== Buffer.byteLength(file.text)) {
    return { oid, size, error: { code: 422, message: 'Object has another size' } };
  }
  return {
    oid,
    size,
    authenticated: true,
    actions: { download: { href: addressOf(file), expires_in: 300 } },
  };
}

/** The bytes of an object by its path at the storage origin; undefined if there is none. */
export function findLfsObject(path: string, { world }: Pick<Service, 'world'>): Buffer | undefined {
  const oid = path.startsWith(STORAGE_PATH) ? path.slice(STORAGE_PATH.length) : undefined;
  const all = oid === undefined ? [] : world.contents.flatMap(({ largeFiles = [] }) => largeFiles);
  const file = all.find((each) => each.oid === oid);
  return file && Buffer.from(file.text);
}

/** An addition to the specification, which has only its limits (8.1). */
export const LFS_ROUTES = routeGroup({ page: '/lfs', access: everybody(), isFree: true }, [
  ['POST', '/{owner}/{repo}/info/lfs/objects/batch', 'batch', answerBatch],
]);
