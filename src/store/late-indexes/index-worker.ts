/** The thread that `openIndexThread` starts: builds the indexes of tables as they are handed over. */

import { parentPort, workerData } from 'node:worker_threads';
import type { IndexWork } from './index-thread.ts';
import { buildSideIndexes, type IndexTask } from './side-indexes.ts';
import { TaskBoard } from './task-board.ts';

const { board: memory, ...files }: IndexWork = workerData; // Made by `openIndexThread`.
const board = new TaskBoard(memory);
parentPort?.on('message', (task: IndexTask) => {
  if (!board.take(task.number, 'begun')) {
    return;
  }
  try {
    buildSideIndexes(files, task, (rows) => board.prove(task.number, rows));
    board.end(task.number, 'done');
  } catch {
    board.end(task.number, 'failed'); // Whoever gave the task does it again, and hears then what is wrong.
  }
});
