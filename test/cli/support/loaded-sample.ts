import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runSatchel } from '../../../src/cli/program.ts';
import { CURRENT } from '../../house/samples.ts';
import { shelved } from '../../house/shelf.ts';
import { createRecordedContext } from './recorded-context.ts';

/** Puts what `satchel load` makes of the sample archive at this path, which ends in `.db`: the store, and its files. */
export async function layOutSample(db: string): Promise<void> {
  const made = await shelved('loaded sample', async (folder) => {
    const env = { XDG_DATA_HOME: join(folder, 'data'), PATH: process.env['PATH'] ?? '' };
    const context = createRecordedContext({ env });
    const status = await runSatchel(['load', CURRENT, '--db', join(folder, 'sample.db')], context);
    expect(status, context.err()).toBe(0);
  });
  cpSync(join(made, 'sample.db'), db);
  cpSync(join(made, 'sample.files'), db.replace(/db$/, 'files'), { recursive: true });
}
