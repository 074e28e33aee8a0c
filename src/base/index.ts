/**
 * What Node's own library lacks: clock and randomness, atomic file writes, locks, sizes and durations for people, and
 * the JSON Schema compiler. It knows nothing of the service.
 */

export { backoffMs, withRetries } from './backoff.ts';
export {
  bufferOf,
  bytesOfText,
  escapedName,
  isUtf8Name,
  pathOfText,
  shownBytes,
  textOfBytes,
  unescapedName,
} from './byte-text.ts';
export {
  afterTime,
  type Clock,
  createDrivenClock,
  createSystemClock,
  type DrivenClock,
  eachSecond,
  withDeadline,
} from './clock.ts';
export {
  createFencedDisk,
  createSystemDisk,
  type Disk,
  type DiskFile,
  syncDirectories,
  syncFiles,
} from './disk.ts';
export { ageOf, formatDuration, MAX_SKEW_MS, parseDuration } from './durations.ts';
export { eachOf } from './each-of.ts';
export {
  AnyFailure,
  type CarriedError,
  carryError,
  type FailureOptions,
  invariant,
  restoreError,
  SYSTEM_HINTS,
  type SystemFailureCode,
  systemErrorCode,
} from './failure.ts';
export {
  describeFileInTheWay,
  fileFailure,
  ifPresent,
  ifReadable,
  listFolder,
  sizeOfFile,
} from './file-failure.ts';
export { fillMonths } from './fill-months.ts';
export { createLargeCollector, tuneCollection } from './garbage.ts';
export {
  definedMembers,
  escapePointer,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonStringEnd,
  parseJson,
  parseJsonExactly,
  rewriteJson,
} from './json.ts';
export {
  decodeLog,
  encodeLog,
  type LogContent,
  MAX_LOG_LINE_BYTES,
  openLineLog,
  readLineLog,
  writeLineLog,
} from './line-log.ts';
export {
  isLoopbackAddress,
  isLoopbackHost,
  type Listener,
  type ListeningPlace,
  listenOn,
} from './listen-on.ts';
export { acquireLock, isLockHeld, joinLock, type Lock, type LockWait } from './lock.ts';
export { makeFolder, makeFolderSync, makePrivateFolder } from './make-folder.ts';
export { nearestName } from './nearest-name.ts';
export { loadOptionalPackage } from './optional-package.ts';
export { MAX_OWN_BYTES, ownFile, readOwnBytes } from './own-files.ts';
export { compiledPath, satchelVersion } from './own-package.ts';
export { plainStats, requireNoLink } from './plain-path.ts';
export { isAlive, isProcessOver, ownIdentity, type ProcessIdentity } from './process-identity.ts';
export { createSeededRandom, createSystemRandom, type Random } from './random.ts';
export { digestOfFile, readPieces, SQLITE_MAGIC } from './read-pieces.ts';
export { RecentValues } from './recent-values.ts';
export { compactTime, createRunId, parseTimestamp, utcSeconds } from './run-id.ts';
export { NEUTRAL_FOLDER, plainVariables, runProgram } from './run-program.ts';
export { distinctName, FileNamer, foldName, LastingNamer } from './safe-name.ts';
export {
  createSchemaCompiler,
  type SchemaCompiler,
  type Validate,
  type Violation,
} from './schema-compiler.ts';
export { csvLine, type FieldGuard, guardFormula, plainText, tsvLine } from './separated-values.ts';
export { type SetAside, setAside } from './set-aside.ts';
export { countText, formatSize, parseSize, totalOf } from './sizes.ts';
export {
  openSchemas,
  readSchemaFolder,
  type SchemaFolder,
  writeStandaloneSchemas,
} from './standalone-schemas.ts';
export { quoteText, terminalJson, terminalLine, terminalText } from './terminal-text.ts';
export { capitalized, uncapitalized, withoutEndSlashes } from './text-ends.ts';
export { type Environment, homeDirectory, namedHome, userDirectory } from './user-directories.ts';
export {
  isWholeFilePart,
  partPathOf,
  publishFile,
  removeOldParts,
  streamWholeFile,
  writeAll,
  writeWholeFile,
} from './whole-file.ts';
export { type Helper, type HelperMessage, WorkPool } from './work-pool.ts';
export { openWorkplace, type Workplace } from './workplace.ts';
