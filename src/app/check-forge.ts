import type { JsonObject } from '../base/json.ts';
import { type ForgeDumpOptions, readForForge } from '../dump/dump-forge.ts';
import { Failure, messageOf } from '../model/failure.ts';
import { forgeOptionsOf, plainAddress } from './dump/forge.ts';
import type { DumpRequest } from './dump-formats.table.ts';
import type { FilesContext } from './folders-of-store.ts';
import { type Forge, type ForgePlace, forgePlaceOf, openForge } from './forge/forge-api.ts';
import {
  dumpedComment,
  dumpedReview,
  FORGE_LISTS,
  type ForgeFacts,
  type ForgeList,
  foundComment,
  foundReview,
} from './forge/forge-lists.table.ts';
import { fillAddress } from './forge/repository-address.ts';

/** A restored repository that differs from what a dump of it has. */
export interface ForgeDifference {
  readonly repository: string;
  /** As in the report of a dump: `issues`, `comments` and so on. */
  readonly kind: string;
  /** The number, name or tag; of a comment or review, the number of its thread. */
  readonly record: string;
  /** What is different, such as `title`; `missing` at the forge, or there although it is not in the dump (`unexpected`). */
  readonly differs: readonly string[];
}

export interface ForgeCheckReport {
  readonly kinds: readonly {
    readonly kind: string;
    /** How many a dump has. */
    readonly dumped: number;
    /** How many of them are at the forge, equal or not. */
    readonly found: number;
    readonly different: number;
  }[];
  /** Repositories that could not be read, and why. */
  readonly failures: readonly { readonly repository: string; readonly message: string }[];
}

/** What a restored repository is compared with: the dump that the same choices make. */
interface ForgeCheckRequest
  extends Pick<DumpRequest, 'dbPath' | 'filesPath' | 'repositories' | 'forge' | 'onProgress'> {
  /** The forge, or with `{owner}` and `{name}` the addresses of its repositories. */
  readonly address: string;
  readonly token: string | undefined;
  readonly onDifference: (difference: ForgeDifference) => void;
}

/**
 * Compares the repositories of a forge with what a dump of the store for it has: labels, milestones, releases, issues, pull
 * requests, their comments and reviews; names, states, authors and texts. Fails with `usage` if a choice is invalid.
 */
export async function checkAtForge(
  request: ForgeCheckRequest,
  context: FilesContext,
): Promise<ForgeCheckReport> {
  const { address, token, onDifference } = request;
  const pattern = address.includes('{name}') ? address : `${plainAddress(address)}/{owner}/{name}`;
  return await checkForge(
    {
      ...(await forgeOptionsOf(request, context)),
      placeOf: (repository) => forgePlaceOf(fillAddress(pattern, { repository, token })),
      token,
      onDifference,
      onRepository: (read, total) =>
        request.onProgress?.(`Comparing repositories, ${read} of ${total}`, { read, total }),
    },
    context,
  );
}

interface ForgeCheckOptions extends Omit<ForgeDumpOptions, 'place'> {
  readonly placeOf: (repository: string) => ForgePlace;
  readonly token: string | undefined;
  readonly onDifference: (difference: ForgeDifference) => void;
}

async function checkForge(options: ForgeCheckOptions, context: FilesContext): Promise<ForgeCheckReport> {
  const { placeOf, token, onDifference } = options;
  const tally = createTally(onDifference);
  const forge = await openForge(token, context);
  const failures: { readonly repository: string; readonly message: string }[] = [];
  try {
    await readForForge(options, async (repository, work) => {
      try {
        const { take, finish } = compareLists({ repository, place: placeOf(repository), forge, tally });
        await work(take);
        await finish();
      } catch (error) {
        context.signal.throwIfAborted();
        if (!(error instanceof Failure)) {
          throw error;
        }
        failures.push({ repository, message: messageOf(error) });
      }
    });
  } finally {
    await forge.close();
  }
  return { kinds: tally.kinds(), failures };
}

interface Comparison {
  readonly repository: string;
  readonly place: ForgePlace;
  readonly forge: Forge;
  readonly tally: Tally;
}

type Records = Iterable<JsonObject> | AsyncIterable<JsonObject>;

/** Compares each list of a dump, by its name, with that of the forge. */
function compareLists(comparison: Comparison) {
  const { forge, place } = comparison;
  let reading: Promise<Map<string, ForgeFacts[]>> | undefined;
  const comments = async () => {
    reading ??= readComments(forge, place);
    return await reading;
  };
  async function take(name: string, records: Records): Promise<void> {
    const list = FORGE_LISTS[name];
    const [kind, number = ''] = name.split('/');
    if (list !== undefined) {
      await compareKeyed(list, records, comparison);
    } else if (kind === 'comments') {
      const left = await comments();
      const dumped = [];
      for await (const record of records) {
        dumped.push(dumpedComment(record) ?? []);
      }
      compareInOrder({ kind, number, dumped: dumped.flat(), found: left.get(number) ?? [] }, comparison);
      left.delete(number);
    } else if (kind === 'reviews') {
      const dumped = [];
      for await (const record of records) {
        dumped.push(dumpedReview(record));
      }
      const found = [];
      for await (const review of forge.list(place, `/pulls/${number}/reviews`)) {
        found.push(foundReview(review));
      }
      compareInOrder({ kind, number, dumped, found }, comparison);
    }
  }
  return {
    take,
    /** Reports the comments of threads that have none in the dump. */
    async finish() {
      for (const [number, found] of await comments()) {
        compareInOrder({ kind: 'comments', number, dumped: [], found }, comparison);
      }
    },
  };
}

/** The comments of all threads by number, oldest first: asked for one by one, each thread would take a request. */
async function readComments(forge: Forge, place: ForgePlace): Promise<Map<string, ForgeFacts[]>> {
  const byNumber = new Map<string, ForgeFacts[]>();
  for await (const answer of forge.list(place, '/issues/comments')) {
    const [number, facts] = foundComment(answer);
    const known = byNumber.get(number) ?? [];
    known.push(facts);
    byNumber.set(number, known);
  }
  return byNumber;
}

async function compareKeyed(
  { kind, route, query, dumped, found }: ForgeList,
  records: Records,
  { repository, place, forge, tally }: Comparison,
): Promise<void> {
  const left = new Map<string, ForgeFacts>();
  for await (const answer of forge.list(place, route, query)) {
    left.set(...found(answer));
  }
  for await (const record of records) {
    const [key, facts] = dumped(record);
    tally.add({ repository, kind, record: key }, facts, left.get(key));
    left.delete(key);
  }
  for (const key of left.keys()) {
    tally.add({ repository, kind, record: key }, undefined, left.get(key));
  }
}

interface OrderedLists {
  readonly kind: string;
  readonly number: string;
  readonly dumped: readonly ForgeFacts[];
  readonly found: readonly ForgeFacts[];
}

function compareInOrder(
  { kind, number, dumped, found }: OrderedLists,
  { repository, tally }: Comparison,
): void {
  for (let index = 0; index < Math.max(dumped.length, found.length); index += 1) {
    tally.add({ repository, kind, record: number }, dumped[index], found[index]);
  }
}

type Tally = ReturnType<typeof createTally>;

function createTally(onDifference: (difference: ForgeDifference) => void) {
  const counts = new Map<string, { dumped: number; found: number; different: number }>();
  return {
    add(
      place: Omit<ForgeDifference, 'differs'>,
      dumped: ForgeFacts | undefined,
      found: ForgeFacts | undefined,
    ): void {
      const count = counts.get(place.kind) ?? { dumped: 0, found: 0, different: 0 };
      counts.set(place.kind, count);
      count.dumped += dumped === undefined ? 0 : 1;
      count.found += dumped === undefined || found === undefined ? 0 : 1;
      const differs =
        dumped === undefined
          ? ['unexpected']
          : found === undefined
            ? ['missing']
            : Object.keys(dumped).filter((name) => dumped[name] !== found[name]);
      if (differs.length > 0) {
        count.different += 1;
        onDifference({ ...place, differs });
      }
    },
    kinds: () => [...counts].map(([kind, count]) => ({ kind, ...count })),
  };
}
