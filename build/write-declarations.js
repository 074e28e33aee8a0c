// @ts-check
/**
 * Writes the declarations of the library: one file with all that programs can reach, and one for each of its parts that
 * names what is in it. Fails if a public name reaches a type that has no public name. Also writes the report of all names
 * and signatures, which a test compares with the one in the repository.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** The report, next to what the compiler wrote. */
export const REPORT = 'library.api.md';

/**
 * @param {readonly string[]} doors the parts of the library: `library/client.d.ts`
 * @param {URL} from what the compiler wrote
 * @param {URL} to
 */
export async function writeDeclarations(doors, from, to) {
  const all = new URL('index.d.ts', to);
  extract(fileURLToPath(from), fileURLToPath(all));
  await writeFile(all, `${REFERENCES}${await readFile(all, 'utf8')}`);
  await mkdir(new URL('library/', to), { recursive: true });
  for (const door of doors) {
    const text = await readFile(new URL(door, from), 'utf8');
    await writeFile(new URL(door, to), await namesOf(text, new URL(door, from)));
  }
}

/** What the declarations need of a project that names neither: TypeScript 7 includes no types by itself. */
const REFERENCES = '/// <reference types="node" />\n/// <reference lib="esnext.disposable" />\n';

function extract(/** @type {string} */ compiled, /** @type {string} */ rollup) {
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: PROJECT,
      newlineKind: 'lf',
      mainEntryPointFilePath: `${compiled}index.d.ts`,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2023',
            lib: ['ES2023'],
            module: 'NodeNext',
            types: ['node'],
            strict: true,
            skipLibCheck: true,
            allowImportingTsExtensions: true,
            noEmit: true,
          },
          include: [`${compiled}index.d.ts`],
        },
      },
      apiReport: {
        enabled: true,
        reportFolder: compiled,
        reportTempFolder: `${compiled}temporary`,
        reportFileName: REPORT.replace('.api.md', ''),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: rollup },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.None },
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.Error },
        },
      },
    },
    configObjectFullPath: `${PROJECT}api-extractor.json`,
    packageJsonFullPath: `${PROJECT}package.json`,
  });
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true, // Writes the report where it differs.
    messageCallback(message) {
      message.handled = message.logLevel !== ExtractorLogLevel.Error;
    },
  });
  if (!succeeded) {
    throw new Error('Cannot write the declarations: see the messages above');
  }
}

/** The names of a part, which are declared in the file of all. */
async function namesOf(/** @type {string} */ text, /** @type {URL} */ place) {
  const lines = [...text.matchAll(/^export (type )?(?:\{([^}]*)\}|\*) from '([^']+)';$/gm)].map(
    async ([, type = '', names, source = '']) => {
      const list = names ?? (await declaredIn(new URL(source, place)));
      return `export ${type}{ ${list.replaceAll(/\w+ as (\w+)/g, '$1').trim()} } from '../index.js';\n`;
    },
  );
  return (await Promise.all(lines)).join('');
}

async function declaredIn(/** @type {URL} */ file) {
  const text = await readFile(file, 'utf8');
  const names = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
  if (names.length === 0) {
    throw new Error(`Cannot write the declarations: "${basename(file.pathname)}" declares nothing`);
  }
  return names.join(', ');
}
