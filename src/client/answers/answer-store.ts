import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/failure.ts';
import { ifReadable } from '../../base/file-failure.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { removeOldParts, writeWholeFile } from '../../base/whole-file.ts';
import { Failure } from '../../model/failure.ts';
import { parseStoredAnswer, type StoredAnswer } from './stored-answer.ts';

/** A cache of responses to one caller, by a key that does not reveal the address. */
export interface AnswerStore {
  read(key: string): Promise<StoredAnswer | undefined>;
  write(key: string, answer: StoredAnswer): Promise<void>;
  /** When the caller last sent a write, or one of this topic; 0 if never. */
  lastWriteMs(topic?: string): Promise<number>;
  noteWrite(nowMs: number, topic?: string): Promise<void>;
}

/** Maximum responses per caller; the oldest are evicted. */
export const MAX_ANSWERS = 128;

export function createPrivateAnswers(): AnswerStore {
  const answers = new Map<string, StoredAnswer>();
  const writtenMs = new Map<string | undefined, number>();
  return {
    read: async (key) => answers.get(key),
    async write(key, answer) {
      answers.delete(key);
      answers.set(key, answer);
      for (const oldest of [...answers.keys()].slice(0, Math.max(0, answers.size - MAX_ANSWERS))) {
        answers.delete(oldest);
      }
    },
    lastWriteMs: async (topic) => writtenMs.get(topic) ?? 0,
    async noteWrite(nowMs, topic) {
      writtenMs.set(undefined, nowMs).set(topic, nowMs);
    },
  };
}

/** The file that contains the time of the last write, or of the last one of a topic. */
function writtenFile(topic?: string): string {
  return topic === undefined ? 'written' : `written-${topic}`;
}

/**
 * Caches responses as files in a directory of the caller, readable by the user only. Failures are not fatal: damaged
 * files are ignored, and a directory that cannot be written is reported once.
 */
export function createSharedAnswers(directory: string, onTrouble: (text: string) => void): AnswerStore {
  let hasReported = false;

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await makeFolder(directory);
      await work();
    } catch (error) {
      if (!(error instanceof Failure) && systemErrorCode(error) === undefined) {
        throw error;
      }
      if (!hasReported) {
        hasReported = true;
        onTrouble(`Responses cannot be cached in "${directory}": every request is made in full`);
      }
    }
  }

  return {
    async read(key) {
      const text = await ifReadable(readFile(join(directory, `${key}.json`), 'utf8'));
      return text === undefined ? undefined : parseStoredAnswer(text);
    },
    write: async (key, answer) =>
      await attempt(async () => {
        await writeWholeFile(join(directory, `${key}.json`), JSON.stringify(answer));
        await removeOldest(directory);
      }),
    async lastWriteMs(topic) {
      const text = await ifReadable(readFile(join(directory, writtenFile(topic)), 'utf8'));
      return Number(text ?? 0) || 0;
    },
    noteWrite: async (nowMs, topic) =>
      await attempt(async () => {
        for (const file of new Set([writtenFile(), writtenFile(topic)])) {
          await writeWholeFile(join(directory, file), String(nowMs));
        }
      }),
  };
}

async function removeOldest(directory: string): Promise<void> {
  await removeOldParts(directory);
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json'));
  if (names.length <= MAX_ANSWERS) {
    return;
  }
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      return { path, changedMs: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  const oldest = files.sort((a, b) => a.changedMs - b.changedMs).slice(0, names.length - MAX_ANSWERS);
  await Promise.all(oldest.map(({ path }) => rm(path, { force: true })));
}
