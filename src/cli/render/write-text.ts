import { once } from 'node:events';
import type { Output } from '../context.ts';

/** Writes text, and waits if the reader is slower. */
export async function writeText(output: Output, text: string): Promise<void> {
  if (!output.write(text)) {
    await once(output, 'drain');
  }
}
