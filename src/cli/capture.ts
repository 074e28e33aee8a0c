import type { Command } from 'commander';
import { captureSentence, type Service } from '../app/index.ts';
import {
  type Capture,
  type CaptureCounts,
  requireDriver,
  waitForStore,
  writeCapture,
} from '../store/index.ts';
import type { Context } from './context.ts';
import { addFlag } from './flags.ts';
import type { Reporter } from './reporter.ts';
import { addStoreFlags, rememberStore, type StoreFlags, writeStore } from './store-location.ts';

/** Flags of list commands whose results can be saved in the store. */
export interface CaptureFlags extends StoreFlags {
  readonly capture?: boolean;
}

/** Adds `--capture` and the flags that select the store. */
export function addCaptureFlags(command: Command): void {
  addFlag(command, '--capture', 'also store the results, with the time at which they were read');
  addStoreFlags(command);
  command.hook('preAction', () => {
    if (command.opts<CaptureFlags>().capture === true) {
      requireDriver();
    }
  });
}

/** Records of one kind to save, with the context that the records themselves lack. */
export type CaptureRequest = Omit<Capture, 'seenAtMs' | 'service'>;

/** Saves records in the store if `--capture` is set, and reports what is new. */
export async function captureIfAsked(
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
): Promise<CaptureCounts | undefined> {
  if (flags.capture !== true) {
    return undefined;
  }
  const capture = { ...request, service: service.baseUrl.href, seenAtMs: context.clock.now() };
  const lockWait = waitForStore(context.signal, (text) => reporter.note(text));
  const { path, counts } = await writeStore(flags, { ...context, command: 'satchel' }, async (storePath) => ({
    path: storePath,
    counts: await writeCapture(storePath, capture, { lockWait }),
  }));
  await rememberStore(path, context);
  reporter.note(`${captureSentence(request.name, counts)}, in ${path}`);
  return counts;
}
