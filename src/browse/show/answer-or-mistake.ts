import { html } from 'hono/html';
import { Failure } from '../../base/index.ts';
import type { Markup } from '../frame.ts';

/** What is wrong with a question, for the person who asked it. */
export type Mistake = Failure;

/** Failures that the question is to blame for. */
const MISTAKES: ReadonlySet<string> = new Set(['search-refused', 'query-refused', 'query-stopped']);

/** Gives the answer, or what is wrong with the question: the page then keeps it, so that it can be put right. */
export async function answerOrMistake<Answer>(
  ask: () => Promise<Answer>,
): Promise<{ readonly answer: Answer } | { readonly mistake: Mistake }> {
  try {
    return { answer: await ask() };
  } catch (error) {
    if (error instanceof Failure && MISTAKES.has(error.code)) {
      return { mistake: error };
    }
    throw error;
  }
}

/** Says what is wrong with a question. */
export function mistakeNote(mistake: Mistake | null): Markup | string {
  return mistake === null
    ? ''
    : html`<p><strong>${mistake.message}.</strong></p><p class="hint">${mistake.hint}.</p>`;
}
