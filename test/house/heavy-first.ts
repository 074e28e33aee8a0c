import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { HEAVY_FILES } from './heavy-files.table.ts';

/**
 * Starts the files that take long first, the others in the order of their names: a worker that begins a long file when
 * the other one has nothing left to do would keep everybody waiting. The order is the same on every machine, whatever
 * earlier runs have left in a cache: files share processes, and who shares one with whom should not depend on chance.
 */
export class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const ranked = files.map((file) => {
      const path = relative(root, file.moduleId).replaceAll('\\', '/');
      return { file, path, seconds: HEAVY_FILES[path] ?? 0 };
    });
    ranked.sort((one, other) => other.seconds - one.seconds || (one.path < other.path ? -1 : 1));
    return ranked.map(({ file }) => file);
  }
}
