import { SystemFailure, systemErrorCode } from './failure.ts';

/** Codes for a package that is absent, and for its native part. */
const ABSENT: readonly (string | undefined)[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/**
 * Loads an optional peer dependency. Fails with `package-missing`, and names the command that installs it.
 *
 * @param name the package, for the message
 * @param action what it is needed for, after "Cannot"
 * @param load imports it; bundlers must see the name
 */
export async function loadOptionalPackage<Package>(
  name: string,
  action: string,
  load: () => Promise<Package>,
): Promise<Package> {
  try {
    return await load();
  } catch (error) {
    if (!ABSENT.includes(systemErrorCode(error))) {
      throw error;
    }
    throw new SystemFailure('package-missing', `Cannot ${action}: the package ${name} is not installed`, {
      cause: error,
      hint: `Install it where Satchel is installed: npm install ${name} (with -g if Satchel was installed with -g)`,
    });
  }
}
