import { createRequire } from 'node:module';
import { systemErrorCode } from '../../base/failure.ts';

/** The packages that draw Mermaid diagrams, and what each has for browsers. The second is smaller and draws fewer kinds. */
const SCRIPTS = ['mermaid/dist/mermaid.min.js', '@mermaid-js/tiny/dist/mermaid.tiny.js'] as const;

/** The path of the script that draws diagrams; undefined if no such package is installed next to the program. */
export function findDiagramLibrary(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  for (const script of SCRIPTS) {
    try {
      return resolve(script);
    } catch (error) {
      if (systemErrorCode(error) !== 'MODULE_NOT_FOUND') {
        throw error;
      }
    }
  }
  return undefined;
}
