/**
 * One migration from the request to a complete file on disk: start it once, wait for it, and download its archive so
 * that it can be resumed after any interruption. This room does not interpret the bytes: verification is passed in.
 */

export {
  archiveNameFor,
  type DownloadedArchive,
  type DownloadOptions,
  downloadArchive,
  downloadToFreePath,
  findDownloaded,
} from './download-archive.ts';
export { createThrottle, type Throttle } from './fetch-archive.ts';
export { MAX_ADOPTED_AGE_MS } from './find-adoptable.ts';
export { type ObtainedMigration, obtainMigration } from './obtain-migration.ts';
export { readKnownMigration } from './read-known-migration.ts';
export { cleanRequest, startMigration } from './start-migration.ts';
export { planPoll, type WaitOptions, waitForMigration } from './wait-for-migration.ts';
