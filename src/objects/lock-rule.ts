import type { Random } from '../base/random.ts';
import { Failure } from '../model/failure.ts';
import { LOCK_KEYS, type LockRule } from './lock-folder.ts';
import type { ObjectStore } from './object-store.ts';
import { readSmallObject, writeSmallObject } from './small-objects.ts';

/** Simultaneous writes of which one must succeed: some servers check the condition before they have received the content. */
const WRITERS = 4;

/**
 * Proves whether the store honours `If-None-Match: *`: of several writes of the same new object exactly one succeeds,
 * its content is what can be read, and a later write is refused. Undefined if an answer was lost, so that nothing is proved.
 */
export async function proveRule(store: ObjectStore, random: Random): Promise<LockRule | undefined> {
  const key = LOCK_KEYS.trial(random.hex(32));
  try {
    const texts = Array.from({ length: WRITERS }, () => random.hex(32));
    const answers = await Promise.all(texts.map((text) => store.create(key, text)));
    const [created, ...more] = texts.filter((_, index) => answers[index] === 'created');
    if (more.length > 0 || answers.includes('unsupported')) {
      return 'listed';
    }
    if (created === undefined) {
      return undefined;
    }
    const again = await store.create(key, `${created}\n`);
    const found = (await readSmallObject(store, key))?.toString('utf8');
    if (again === 'created' || found === undefined) {
      return undefined; // Another process took it for what a killed one left, and removed it.
    }
    return again === 'exists' && found === created ? 'numbered' : 'listed';
  } catch (error) {
    if (error instanceof Failure && error.code === 'request-refused') {
      return 'listed';
    }
    throw error;
  } finally {
    await store.remove(key);
  }
}

/** Records the rule for all that use the store from now on. */
export async function recordRule(store: ObjectStore, rule: LockRule): Promise<void> {
  await writeSmallObject(store, LOCK_KEYS.record(rule), `${JSON.stringify({ rule })}\n`);
  if (rule === 'numbered') {
    await store.remove(LOCK_KEYS.record('listed'));
  }
}
