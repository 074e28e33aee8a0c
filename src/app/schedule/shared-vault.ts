import { Failure } from '../../base/index.ts';
import type { Configuration } from '../../config/index.ts';
import { isObjectLocation } from '../../objects/index.ts';

/** The vault that all jobs use, through which workers share them. Fails with `configuration-wrong`. */
export function requireSharedVault({ jobs }: Configuration): string {
  const [vault = '', ...others] = new Set(jobs.map((job) => job.vault));
  if (others.length > 0 || !isObjectLocation(vault)) {
    const found = [vault, ...others].slice(0, 2).map((one) => `"${one}"`);
    throw new Failure(
      'configuration-wrong',
      `Workers share one vault in object storage, but the jobs use ${found.join(' and ')}`,
      { hint: 'Set "vault: s3://BUCKET/PREFIX" for all jobs, or run them without workers' },
    );
  }
  return vault;
}
