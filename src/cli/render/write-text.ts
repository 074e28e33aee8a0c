import { once } from 'node:events';
import type { Output } from '../context.ts';

/** Writes text and waits while the reader is slower than we are. */
export async function writeText(output: Output, text: string): Promise<void> {
  if (!output.write(text)) {
    await once(output, 'drain');
  }
}
