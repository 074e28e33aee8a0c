import type { Command } from 'commander';
import { rememberLast } from '../../../app/last-used.ts';
import { captureSentence } from '../../../app/report-backup.ts';
import type { Service } from '../../../app/service.ts';
import { type StoreSettings, writeStore } from '../../../app/store-location.ts';
import { openSpool } from '../../../base/spool.ts';
import type { KnownAnswer, Polling } from '../../../client/send.ts';
import { requireDriver } from '../../../store/driver.ts';
import { waitForStore } from '../../../store/store-lock.ts';
import { type Capture, type CaptureCounts, writeCapture } from '../../../store/write-capture.ts';
import type { CommandContext, Context } from '../../context.ts';
import { addFlag, addHelpEnd, type FlagOptions, parseCount } from '../../flags/flags.ts';
import {
  addServiceFlags,
  runAsJob,
  runWithService,
  type ServiceCommandFlags,
} from '../../flags/run-with-service.ts';
import { addStoreFlags } from '../../flags/store-flags.ts';
import { jsonLine } from '../../output/json-names.ts';
import type { Reporter } from '../../output/reporter.ts';
import { writeText } from '../../output/terminal.ts';
import { firstOf } from '../../render/write-list.ts';
import { type RecordColumns, writeFacts, writeRecords } from '../../render/write-records.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../../render/write-rows.ts';
import { addStep } from '../../steps.ts';

/** An operation on a resource of the service: a row of the resource's table. */
export interface Verb {
  readonly name: string;
  readonly summary: string;
  readonly arguments?: readonly VerbArgument[];
  readonly flags?: readonly VerbFlag[];
  /** Lists also get the flags of row formats, `--limit` and `--capture`. */
  readonly isList?: true;
  /** A list that the service allows to be read at intervals only (X-Poll-Interval); it gets `--wait`. */
  readonly isPolled?: true;
  /** Whether `--org` defaults to the organization of the only job in the configuration. */
  readonly isForJob?: true;
  readonly examples: readonly string[];
  /** Fails with `usage` if arguments and flags conflict. */
  check?(input: VerbInput): void;
  /** Calls the service and prints the result. */
  run(call: VerbCall): Promise<void>;
}

export type VerbArgument = readonly [
  spelling: string,
  description: string,
  parse?: (text: string, previous: unknown) => unknown,
];

export type VerbFlag = readonly [spelling: string, description: string, options?: FlagOptions<unknown>];

export interface VerbInput<Arguments = readonly unknown[], Flags = object> {
  readonly args: Arguments;
  readonly flags: Flags & ServiceCommandFlags;
}

/** The input and output of a running verb. */
export interface VerbCall<Arguments = readonly unknown[], Flags = object>
  extends VerbInput<Arguments, Flags> {
  readonly service: Service;
  readonly reporter: Reporter;
  /** For a polled list: with `--wait` waits for the next poll, otherwise reports when the answer was given. */
  readonly polling: Polling;
  /** Writes the records as rows; also saves them if `--capture` is set. */
  showList<Item extends object>(list: List<Item>): Promise<void>;
  /** Writes one record: one field per line, or JSON. */
  showRecord<Item extends object>(item: Item, columns: RecordColumns<Item>): Promise<void>;
  /** Writes the result: a sentence, or JSON. */
  showOutcome(outcome: object, sentence: string): Promise<void>;
}

interface List<Item> {
  readonly items: AsyncIterable<Item>;
  readonly columns: RecordColumns<Item>;
  /** Columns omitted on narrow terminals, the least important first. */
  readonly omitFirst: readonly string[];
  readonly capture: Omit<CaptureRequest, 'records' | 'seenAtMs'>;
  /** Called with the number of items that were captured, and the changes to the store. */
  readonly onCaptured?: (count: number, counts: CaptureCounts) => void;
}

type ListFlags = Omit<RowFormatOptions, 'json'> &
  CaptureFlags & { readonly limit?: number; readonly wait?: boolean };

export function defineVerbs(command: Command, verbs: readonly Verb[], context: CommandContext): void {
  for (const verb of verbs) {
    const step = addStep(command, verb.name, verb.summary);
    addServiceFlags(step);
    addVerbFlags(step, verb);
    step.action(async () => {
      const input = { args: step.processedArgs, flags: step.opts<ServiceCommandFlags & ListFlags>() };
      verb.check?.(input);
      const format = verb.isList === true ? chooseRowFormat(input.flags) : 'table';
      const run = verb.isForJob === true ? runAsJob : runWithService;
      await run(input.flags, context, async (service, reporter) => {
        const { stdout } = context;
        const { flags } = input;
        const isJson = flags.json === true;
        let known: KnownAnswer | undefined;
        const onKnown = (first: KnownAnswer) => {
          if (known === undefined) {
            known = first;
            reporter.note(knownSentence(first));
          }
        };
        await verb.run({
          ...input,
          service,
          reporter,
          polling: flags.wait === true ? 'wait' : { onKnown },
          async showList({ items, columns, omitFirst, capture, onCaptured }) {
            const taken = firstOf(items, flags.limit);
            const rows = { columns, omitFirst, none: `No ${capture.name}` };
            if (flags.capture !== true) {
              await writeRecords(context, { ...rows, items: taken }, format);
              return;
            }
            const spool = await spoolOf(taken);
            try {
              if (spool.failed === undefined) {
                const seenAtMs = known?.answeredMs ?? context.clock.now();
                const request = { ...capture, records: spool.records, seenAtMs };
                const counts = await captureRecords(request, flags, { service, reporter, context });
                onCaptured?.(spool.count, counts);
              }
              await writeRecords(context, { ...rows, items: spool.items() }, format);
            } finally {
              await spool.close();
            }
          },
          showRecord: (item, columns) => writeFacts(stdout, { item, columns }, isJson),
          showOutcome: (outcome, sentence) => writeText(stdout, isJson ? jsonLine(outcome) : `${sentence}\n`),
        });
      });
    });
  }
}

function addVerbFlags(command: Command, verb: Verb): void {
  for (const [spelling, description, parse] of verb.arguments ?? []) {
    if (parse === undefined) {
      command.argument(spelling, description);
    } else {
      command.argument(spelling, description, parse);
    }
  }
  for (const [spelling, description, options] of verb.flags ?? []) {
    addFlag(command, spelling, description, options);
  }
  if (verb.isPolled === true) {
    addFlag(
      command,
      '--wait',
      'wait until the service allows the next poll, instead of showing the last answer',
    );
  }
  if (verb.isList === true) {
    addFlag(command, '--limit <number>', 'maximum number of results', { parse: parseCount });
    addCaptureFlags(command);
    addRowFormatFlags(command);
  }
  addHelpEnd(command, verb.examples);
}

function knownSentence({ answeredMs, nextPollMs }: KnownAnswer): string {
  const [answered, next] = [answeredMs, nextPollMs].map((timeMs) => new Date(timeMs).toISOString());
  return `This is the answer of ${answered}: the service allows the next poll at ${next} (--wait waits for it)`;
}

/** Keeps records until they are captured, and then written; a failure to read them is thrown after the last. */
async function spoolOf<Item extends object>(read: AsyncIterable<Item>) {
  const spool = await openSpool<Item>();
  let count = 0;
  let failed: { readonly error: unknown } | undefined;
  try {
    for await (const item of read) {
      spool.add(item);
      count += 1;
    }
  } catch (error) {
    failed = { error };
  }
  function* items() {
    yield* spool.records;
    if (failed !== undefined) {
      throw failed.error;
    }
  }
  return { ...spool, count, failed, items };
}

/** Flags of list commands whose results can be saved in the store. */
interface CaptureFlags extends StoreSettings {
  readonly capture?: boolean;
}

/** Adds `--capture` and the flags that select the store. */
function addCaptureFlags(command: Command): void {
  addFlag(command, '--capture', 'also store the results, with the time at which they were read');
  addStoreFlags(command);
  command.hook('preAction', () => {
    if (command.opts<CaptureFlags>().capture === true) {
      requireDriver();
    }
  });
}

/** Records of one kind to save, with the context that the records themselves lack. */
type CaptureRequest = Omit<Capture, 'service'>;

/** Saves records in the store, and reports what is new. */
async function captureRecords(
  request: CaptureRequest,
  flags: CaptureFlags,
  {
    service,
    reporter,
    context,
  }: {
    readonly service: Service;
    readonly reporter: Reporter;
    readonly context: Context;
  },
): Promise<CaptureCounts> {
  const capture = { ...request, service: service.baseUrl.href };
  const lockWait = waitForStore(context.signal, (text) => reporter.note(text));
  const { path, counts } = await writeStore(flags, { ...context, command: 'satchel' }, async (storePath) => ({
    path: storePath,
    counts: await writeCapture(storePath, capture, { lockWait }),
  }));
  await rememberLast({ store: path }, context, (text) => context.stderr.write(`${text}\n`));
  reporter.note(`${captureSentence(request.name, counts)}, in ${path}`);
  return counts;
}
