/**
 * One migration from request to a whole file on disk: start it once, wait for it, download its archive so that
 * any interruption is only a pause. What proves an archive is handed in; this room knows bytes, not their meaning.
 */

export {
  type DownloadedArchive,
  type DownloadOptions,
  downloadArchive,
  findDownloaded,
} from './download-archive.ts';
export { createThrottle, type Throttle } from './fetch-archive.ts';
export { MAX_ADOPTED_AGE_MS } from './find-adoptable.ts';
export { type ObtainedMigration, obtainMigration } from './obtain-migration.ts';
export { cleanRequest, startMigration } from './start-migration.ts';
export { planPoll, type WaitOptions, waitForMigration } from './wait-for-migration.ts';
