import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Failure,
  ifReadable,
  makeFolder,
  removeOldParts,
  systemErrorCode,
  writeWholeFile,
} from '../../base/index.ts';
import { ANSWER_START, parseStoredAnswer, type StoredAnswer } from './stored-answer.ts';

/** Answers of one caller, by a key that says nothing of the address. */
export interface AnswerStore {
  read(key: string): Promise<StoredAnswer | undefined>;
  write(key: string, answer: StoredAnswer): Promise<void>;
  /** When the caller last changed something at the service; 0 where never. */
  lastWriteMs(): Promise<number>;
  noteWrite(nowMs: number): Promise<void>;
}

/** How many answers are kept of one caller: the oldest make room. */
export const MAX_ANSWERS = 128;

/** Keeps answers for as long as the process lasts. */
export function createPrivateAnswers(): AnswerStore {
  const answers = new Map<string, StoredAnswer>();
  let writtenMs = 0;
  return {
    read: async (key) => answers.get(key),
    async write(key, answer) {
      answers.delete(key);
      answers.set(key, answer);
      for (const oldest of [...answers.keys()].slice(0, Math.max(0, answers.size - MAX_ANSWERS))) {
        answers.delete(oldest);
      }
    },
    lastWriteMs: async () => writtenMs,
    async noteWrite(nowMs) {
      writtenMs = nowMs;
    },
  };
}

/** The file whose text is the time of the last write. */
const WRITTEN_FILE = 'written';

/**
 * Keeps answers as files in the caller's own directory, readable by the user alone. It is a help, never a need: a file
 * that is damaged is no answer, and a directory that cannot be written is told of once.
 */
export function createSharedAnswers(directory: string, onTrouble: (text: string) => void): AnswerStore {
  let hasTold = false;
  let isSwept = false;

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await makeFolder(directory, { mode: 0o700 });
      await work();
    } catch (error) {
      if (!(error instanceof Failure) && systemErrorCode(error) === undefined) {
        throw error;
      }
      if (!hasTold) {
        hasTold = true;
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
        if (!isSwept) {
          isSwept = true;
          await removeFormer(directory);
        }
        await writeWholeFile(join(directory, `${key}.json`), JSON.stringify(answer));
        await removeOldest(directory);
      }),
    async lastWriteMs() {
      const text = await ifReadable(readFile(join(directory, WRITTEN_FILE), 'utf8'));
      return Number(text ?? 0) || 0;
    },
    noteWrite: async (nowMs) =>
      await attempt(async () => await writeWholeFile(join(directory, WRITTEN_FILE), String(nowMs))),
  };
}

/** Removes what other versions stored: the first one kept the cookies of the service. */
async function removeFormer(directory: string): Promise<void> {
  for (const name of (await readdir(directory)).filter((entry) => entry.endsWith('.json'))) {
    const path = join(directory, name);
    // Another process may have removed it meanwhile.
    if ((await readStart(path).catch(() => ANSWER_START)) !== ANSWER_START) {
      await rm(path, { force: true });
    }
  }
}

async function readStart(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(ANSWER_START.length),
      0,
      ANSWER_START.length,
      0,
    );
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
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
