import { isJsonObject, terminalText } from '../../base/index.ts';
import type { Context } from '../context.ts';
import type { JsonFilter } from '../json-filter.ts';
import { hasColor, terminalColumns } from '../terminal.ts';
import { compileTemplate } from './compile-template.ts';
import { createTemplateFunctions } from './template-functions.ts';

/**
 * Compiles a template to a filter; fails with `usage` if it is wrong. Texts of the data are sanitized, because the
 * sequences of `color` are not.
 */
export function createTemplateFilter(
  template: string,
  context: Pick<Context, 'clock' | 'color' | 'env' | 'stdout'>,
): JsonFilter {
  const { stdout } = context;
  const functions = createTemplateFunctions({
    nowMs: context.clock.now(),
    hasColor: hasColor(stdout, context),
    columns: terminalColumns(stdout),
  });
  const apply = compileTemplate(template, functions.byName);
  return { apply: (_json, value) => apply(sanitized(value)), rest: functions.renderTable };
}

function sanitized(value: unknown): unknown {
  if (typeof value === 'string') {
    return terminalText(value);
  }
  if (Array.isArray(value)) {
    return value.map(sanitized);
  }
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [terminalText(name), sanitized(member)]),
      )
    : value;
}
