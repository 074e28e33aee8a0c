import { cellText } from './cell-text.ts';

/** Why an account keeps what it has. */
export function holdSentence(hold: string): string {
  const remedy = hold.includes('holds much less') ? ' If that is right, run once with --max-drop 100%.' : '';
  return `NOT removed: ${cellText(hold)}.${remedy}`;
}
