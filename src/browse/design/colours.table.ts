/**
 * The colours of light mode: a neutral palette, one accent, and three signal colours that never carry information
 * alone.
 */
export const LIGHT = {
  paper: '#fbfaf7',
  raised: '#ffffff',
  sunken: '#f2efe8',
  text: '#22201d',
  muted: '#625b51',
  line: '#ded8cc',
  accent: '#9a3f14',
  'accent-soft': '#f6e6db',
  mark: '#fbe9a9',
  good: '#2a6a3c',
  bad: '#a3262d',
  done: '#6a3fa0',
  'added-soft': '#e3f2e3',
  'removed-soft': '#fae3e1',
  'note-soft': '#e6eef7',
  'code-word': '#8f2f5c',
  'code-text': '#2d6337',
  'code-value': '#7a4600',
  'code-name': '#3d4fa1',
} as const;

/** The colours of dark mode. */
export const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  paper: '#191816',
  raised: '#211f1c',
  sunken: '#12110f',
  text: '#e8e3d9',
  muted: '#a9a194',
  line: '#3a3631',
  accent: '#f0a273',
  'accent-soft': '#3a281d',
  mark: '#5b4a12',
  good: '#83c994',
  bad: '#f19a95',
  done: '#c3a6ee',
  'added-soft': '#1b3021',
  'removed-soft': '#3b2020',
  'note-soft': '#1d2938',
  'code-word': '#ef9cc0',
  'code-text': '#a3d19c',
  'code-value': '#e6bd7f',
  'code-name': '#a9b8f5',
};
