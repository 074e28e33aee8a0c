/** The thread that `openSearchThread` starts: indexes the texts that come through the ring. */

import { workerData } from 'node:worker_threads';
import { carryError } from '../../../base/index.ts';
import { databaseFailure } from '../../database.ts';
import { RingReader } from './ring-reader.ts';
import type { SearchWork } from './search-thread.ts';
import { writeSideIndex } from './side-index.ts';

const { path, ring, errors }: SearchWork = workerData; // Made by `openSearchThread`.
const reader = new RingReader(ring);
try {
  writeSideIndex(path, reader.rows());
  reader.end(true);
} catch (error) {
  errors.postMessage(carryError(databaseFailure(error, 'write the search index', path)));
  reader.end(false);
}
