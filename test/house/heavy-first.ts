import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { CAMPAIGNS, HEAVY_FILES } from './heavy-files.table.ts';
import { IS_LONG } from './long-run.ts';

const SECONDS = IS_LONG ? { ...HEAVY_FILES, ...CAMPAIGNS } : HEAVY_FILES;

/**
 * Starts long test files first, and the others in the order of their names: a long file that is started last would keep
 * one worker busy while the others are idle. The order is the same on every machine and does not depend on caches:
 * files share processes, and which of them do should not be random.
 */
export class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const ranked = files.map((file) => {
      const path = relative(root, file.moduleId).replaceAll('\\', '/');
      return { file, path, seconds: SECONDS[path] ?? 0 };
    });
    ranked.sort((one, other) => other.seconds - one.seconds || (one.path < other.path ? -1 : 1));
    return ranked.map(({ file }) => file);
  }
}
