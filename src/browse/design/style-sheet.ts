import { CHART_STYLE, CHART_STYLE_DARK } from '../charts/chart-style.ts';
import { CODE_STYLE, MARKUP_STYLE } from './code-style.ts';
import { DARK, LIGHT } from './colours.table.ts';
import { COMFORT_STYLE } from './comfort-style.ts';
import { ELEMENT_STYLE } from './element-style.ts';
import { FRAME_STYLE } from './frame-style.ts';
import { LIST_STYLE } from './list-style.ts';
import { PRINT_STYLE } from './print-style.ts';
import { PROSE_STYLE } from './prose-style.ts';
import { THREAD_STYLE } from './thread-style.ts';

const toVariables = (colours: Readonly<Record<string, string>>) =>
  Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');

const DARK_VARIABLES = `color-scheme:dark;${toVariables(DARK)};${CHART_STYLE_DARK}`;

/** The one style sheet. Dark comes by preference of the system, or by the switch, which sets `data-theme`. */
export const STYLE_SHEET = [
  `:root{color-scheme:light;${toVariables(LIGHT)}}`,
  CHART_STYLE,
  `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${DARK_VARIABLES}}}`,
  `@media screen{:root[data-theme=dark]{${DARK_VARIABLES}}}`,
  ELEMENT_STYLE,
  FRAME_STYLE,
  LIST_STYLE,
  THREAD_STYLE,
  PROSE_STYLE,
  MARKUP_STYLE,
  CODE_STYLE,
  COMFORT_STYLE,
  PRINT_STYLE,
].join('\n');
