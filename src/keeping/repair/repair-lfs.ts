import { readLfs } from '../check/check-lfs.ts';
import { type RepairOptions, resultOf, type Take } from '../repair.ts';
import { setAside } from '../set-aside.ts';

/**
 * Makes room for files in Git LFS that are damaged: no archive can restore them, but the service may still have them, and the
 * next fetch asks for what is missing. One that cannot be read stays: it may be whole.
 */
export async function repairLfs(options: RepairOptions, take: Take): Promise<void> {
  const { vault, isDryRun, clock } = options;
  for await (const { code, path, message: found } of readLfs({ ...options, sample: { type: 'all' } })) {
    if (code === 'lfs-unreadable') {
      take({ path, found, remedy: undefined, result: 'impossible' });
      continue;
    }
    if (!isDryRun) {
      await (vault.origin === undefined ? setAside(vault, path, clock) : vault.origin.discard(path));
    }
    const moved = vault.origin === undefined ? 'moved aside' : 'removed';
    const remedy = `${moved}; the next backup that keeps files in Git LFS asks for it again`;
    take({ path, found, remedy, result: resultOf(isDryRun) });
  }
}
