import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The path of a compiled module next to the caller, to start a thread or process with. Compiled code finds it there;
 * source code uses the one in `dist`, as Node.js 20 does not run TypeScript.
 *
 * @param url `new URL('./name.js', import.meta.url)`
 */
export function compiledPath(url: URL): string {
  const path = fileURLToPath(url);
  return existsSync(path) ? path : fileURLToPath(new URL(url.href.replace(/^(.*)\/src\//, '$1/dist/')));
}

/** The version in our package.json. */
export function satchelVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(text);
  return version;
}
