import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { systemErrorCode } from '../base/failure.ts';
import { Failure, messageOf } from '../model/failure.ts';

interface Driver {
  readonly sqliteVersion: string;
  readonly name: string;
}

/**
 * Verifies that SQLite can be used. The native part of its driver is only loaded with the first database: without this
 * check a backup would export and download for hours before it fails. Fails with `file-system` and a hint.
 */
export function requireDriver(): Driver {
  try {
    const database = new (loadDriver())(':memory:');
    try {
      const sqliteVersion = String(database.prepare('select sqlite_version()').pluck().get());
      return { sqliteVersion, name: `better-sqlite3 ${readPackage().version}` };
    } finally {
      database.close();
    }
  } catch (error) {
    throw isDriverError(error) ? driverFailure(error, 'use SQLite') : error;
  }
}

/** Loads the driver when the first database is opened, not when a command starts that might open one. */
export function loadDriver(): typeof SqliteDatabase {
  return createRequire(import.meta.url)('better-sqlite3');
}

/** Whether the native part is missing, or was built for another Node.js version or platform. */
export function isDriverError(error: unknown): boolean {
  const message = messageOf(error);
  const isAbsent = systemErrorCode(error) === 'MODULE_NOT_FOUND' && message.includes('better_sqlite3.node');
  return (
    isAbsent ||
    systemErrorCode(error) === 'ERR_DLOPEN_FAILED' ||
    message.startsWith('Could not locate the bindings file')
  );
}

/** The failure for such an error, with a hint on how to install the native part. */
export function driverFailure(error: unknown, action: string): Failure {
  const { version, directory, hasInstallScript } = readPackage();
  const here = `Node.js ${process.versions.node} on ${process.platform}-${process.arch}`;
  return new Failure(
    'file-system',
    `Cannot ${action}: the native part of better-sqlite3 ${version} is missing, or not for ${here}`,
    { cause: error, hint: hasInstallScript ? buildingHint(directory) : REINSTALLING_HINT },
  );
}

/**
 * npm 12 does not run the scripts of dependencies, and the way to allow them differs between projects (`npm
 * approve-scripts`), -g (`--allow-scripts`) and npx. Running the package's own script in its folder works in all of
 * them.
 */
function buildingHint(directory: string): string {
  return `Fetch or build it with: npm run install --prefix "${directory}" (building it needs a C++ compiler and takes some minutes)`;
}

/** Since version 13 the package contains its native parts. */
const REINSTALLING_HINT =
  'Remove Satchel and install it again with this Node.js, so that npm takes the version of better-sqlite3 that fits it';

interface DriverPackage {
  readonly version: string;
  readonly directory: string;
  readonly hasInstallScript: boolean;
}

function readPackage(): DriverPackage {
  const path = createRequire(import.meta.url).resolve('better-sqlite3/package.json');
  const { version, scripts }: { version: string; scripts?: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  return { version, directory: dirname(path), hasInstallScript: scripts?.['install'] !== undefined };
}
