import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject, JsonValue, Random } from '../../base/index.ts';
import type { MigrationRequest } from '../../model/index.ts';
import { organizationRecord, teamRecord, userRecord } from './records/account-records.ts';
import type { Generation, RecordContext } from './records/record-context.ts';
import { RECORD_FILES } from './records/record-files.table.ts';

/** What the files of an archive are made from before they are packed. */
export interface StageOptions {
  readonly context: RecordContext;
  readonly request: MigrationRequest;
  /** Becomes the root of the archive. */
  readonly directory: string;
  readonly random: Random;
  readonly signal: AbortSignal | undefined;
}

/**
 * Writes JSON like Ruby's pretty printer: two spaces, raw non-ASCII, no final newline. Until about 2024 an empty array
 * took three lines, the second of them blank.
 */
export function writeRubyJson(value: JsonValue, generation: Generation): string {
  const text = JSON.stringify(value, null, 2);
  // A line that ends in a bracket is never part of a string, which would end in a quotation mark.
  return generation === '2019' ? text.replace(/^( *)(.*)\[\](,?)$/gm, '$1$2[\n\n$1]$3') : text;
}

const MAX_RECORDS_PER_FILE = 100;
/** The version in account exports of all years. */
const FORMAT_VERSION = '1.0.1';
/** The maximum number of consecutive records of one repository. */
const MAX_RUN = 25;

/** Writes schema.json and all record files; returns the number of records by type. */
export async function stageRecords(options: StageOptions): Promise<Readonly<Record<string, number>>> {
  const { context, request, directory, random, signal } = options;
  const counts = new Map<string, number>();
  await writeSchemaFile(directory, random);
  if (request.excludeMetadata === true && request.orgMetadataOnly !== true) {
    return {};
  }
  // People come last: the other records determine who is in the archive.
  const files = [...repositoryFiles(options), ...organizationFiles(options), ...peopleFiles(context)];
  for (const { prefix, records } of files) {
    let number = 0;
    for (const page of pagesOf(records())) {
      signal?.throwIfAborted();
      number += 1;
      const name = `${prefix}_${String(number).padStart(6, '0')}.json`;
      await writeFile(join(directory, name), writeRubyJson(page, context.generation));
      for (const type of page.map((record) => String(record['type']))) {
        counts.set(type, (counts.get(type) ?? 0) + 1);
      }
    }
  }
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

interface RecordFiles {
  readonly prefix: string;
  readonly records: () => Iterable<JsonObject>;
}

function repositoryFiles({ context, request, random }: StageOptions): readonly RecordFiles[] {
  return RECORD_FILES.filter(
    (row) =>
      (row.excludedBy === undefined || request[row.excludedBy] !== true) &&
      (row.isNew !== true || context.generation === 'current'),
  ).map((row) => ({
    prefix: row.prefix,
    records: () =>
      interleave(
        context.repositories.map((exported) => row.write(exported, context)),
        random,
      ),
  }));
}

/** The organization is exported along with any of its repositories, or alone on request. */
function organizationFiles({ context, request }: StageOptions): readonly RecordFiles[] {
  const { world, repositories } = context;
  const isIncluded =
    request.orgMetadataOnly === true ||
    repositories.some(({ repository }) => repository.ownerType === 'Organization');
  if (!isIncluded) {
    return [];
  }
  if (request.orgMetadataOnly === true) {
    for (const member of world.organization.members) {
      context.person(member.login);
    }
  }
  return [
    { prefix: 'organizations', records: () => [organizationRecord(world.organization, context)] },
    { prefix: 'teams', records: () => world.teams.map((team) => teamRecord(team, context)) },
  ];
}

/** Bots are users in separate files; archives of 2019 do not separate them. */
function peopleFiles(context: RecordContext): readonly RecordFiles[] {
  const { world, generation } = context;
  const write = (areBots: boolean | undefined) => () =>
    [world.account, ...world.people]
      .filter((person) => context.participants.has(person.login))
      .filter((person) => areBots === undefined || person.isBot === areBots)
      .toSorted((a, b) => a.id - b.id)
      .map((person) => userRecord(person, context));
  return generation === '2019'
    ? [{ prefix: 'users', records: write(undefined) }]
    : [
        { prefix: 'users', records: write(false) },
        { prefix: 'bots', records: write(true) },
      ];
}

/** Mixes the lists in runs of random length; each list keeps its order. */
function* interleave<Item>(lists: readonly Iterable<Item>[], random: Random): Generator<Item> {
  let open = lists.map((list) => list[Symbol.iterator]());
  while (open.length > 0) {
    const list = random.pick(open);
    for (let left = random.integer(1, MAX_RUN); left > 0; left -= 1) {
      const next = list.next();
      if (next.done === true) {
        open = open.filter((other) => other !== list);
        break;
      }
      yield next.value;
    }
  }
}

function* pagesOf(records: Iterable<JsonObject>): Generator<readonly JsonObject[]> {
  let page: JsonObject[] = [];
  for (const record of records) {
    page.push(record);
    if (page.length === MAX_RECORDS_PER_FILE) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) {
    yield page;
  }
}

/** One compact line without a newline, the only file that is not indented. */
async function writeSchemaFile(directory: string, random: Random): Promise<void> {
  const schema = { version: FORMAT_VERSION, github_sha: random.hex(40) };
  await writeFile(join(directory, 'schema.json'), JSON.stringify(schema));
}
