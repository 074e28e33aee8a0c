import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

/** Loads the package with the first configuration that is YAML. */
export function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml');
}
