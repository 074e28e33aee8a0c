import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { NOT_YET } from '../sandbox/conformance/not-yet.table.ts';
import { judgeClaims } from './judge-claims.ts';
import type { Side } from './row.ts';
import { idsOf, ROWS } from './rows.ts';

interface Judged {
  readonly side: Side;
  /** Where the tests are that claim the side's rows. */
  readonly folders: readonly string[];
  /** Why a row cannot be claimed yet. */
  readonly notYet: ReadonlyMap<string, string>;
}

/** The sides whose rows must all be claimed. */
const JUDGED: readonly Judged[] = [
  { side: 'sandbox', folders: ['test/sandbox/conformance/'], notYet: NOT_YET },
  { side: 'client', folders: ['test/endpoints/conformance/'], notYet: new Map() },
];

/** Where the generated tables are written, below the project's root. */
const TABLES = 'node_modules/.cache/satchel';

/**
 * Fails a run in which a row of the specification is claimed by no test that passed, and writes the conformance
 * table. A run that leaves tests of a side out is no judge of that side.
 */
// biome-ignore lint/style/noDefaultExport: the test runner takes reporters from their default export
export default class ClaimsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    if (this.#vitest === undefined || this.#vitest.config.testNamePattern !== undefined) {
      return;
    }
    const { root } = this.#vitest.config;
    const all = await this.#vitest.globTestSpecifications();
    for (const judged of JUDGED) {
      const own = modules.filter(({ relativeModuleId }) => isBelow(judged.folders, relativeModuleId));
      const wanted = all.filter(({ moduleId }) => isBelow(judged.folders, moduleId.slice(root.length + 1)));
      if (own.length === wanted.length && own.every((module) => module.ok())) {
        await judge(judged, own, root);
      }
    }
  }
}

function isBelow(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => path.startsWith(folder));
}

async function judge({ side, notYet }: Judged, modules: readonly TestModule[], root: string): Promise<void> {
  const claims = claimsOf(modules);
  const ids = idsOf(side);
  const path = join(TABLES, `conformance-${side}.md`);
  await mkdir(join(root, TABLES), { recursive: true });
  await writeFile(join(root, path), conformanceTable(new Set(ids), { claims, notYet }));
  const claimed = ids.filter((id) => claims.has(id)).length;
  const sentences = judgeClaims({ ids, claims, notYet: new Set(notYet.keys()) });
  const lines = [`${claimed} of ${ids.length} rows of the specification are claimed (${path})`, ...sentences];
  process.stdout.write(lines.map((line) => `${side}: ${line}\n`).join(''));
  if (sentences.length > 0) {
    process.exitCode = 1;
  }
}

function claimsOf(modules: readonly TestModule[]): ReadonlyMap<string, readonly string[]> {
  const claims = new Map<string, string[]>();
  for (const module of modules) {
    for (const test of module.children.allTests('passed')) {
      for (const id of new Set(test.meta().claims)) {
        claims.set(id, [...(claims.get(id) ?? []), `${module.relativeModuleId}: ${test.fullName}`]);
      }
    }
  }
  return claims;
}

interface Proofs {
  readonly claims: ReadonlyMap<string, readonly string[]>;
  readonly notYet: ReadonlyMap<string, string>;
}

function conformanceTable(ids: ReadonlySet<string>, { claims, notYet }: Proofs): string {
  const lines = ROWS.filter(({ id }) => ids.has(id)).map(({ id, says }) => {
    const proof = claims.get(id)?.join('<br>') ?? `none: ${notYet.get(id) ?? 'unclaimed'}`;
    return `| ${[id, says, proof].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| row | says | proof |', '|---|---|---|', ...lines, ''].join('\n');
}
