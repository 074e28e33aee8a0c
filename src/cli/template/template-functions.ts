import { isJsonObject } from '../../base/index.ts';
import type { TemplateFunction } from './compile-template.ts';
import { formatPrintf } from './format-printf.ts';
import { FunctionValues } from './function-values.ts';
import { wrongValue } from './template-failure.ts';
import { hyperlink, paintText } from './template-styles.ts';
import { TemplateTable, truncateText } from './template-table.ts';
import { formatAgo, formatTime } from './template-times.ts';
import { isNothing, isTrue, printedInside } from './template-values.ts';

/** Where a template is printed. */
export interface TemplateLook {
  readonly nowMs: number;
  /** Whether `autocolor` uses colours. */
  readonly hasColor: boolean;
  /** The width of the terminal, if it is one. */
  readonly columns: number | undefined;
}

interface FunctionRow {
  /** The least and the greatest number of values. */
  readonly takes: readonly [least: number, most: number];
  readonly apply: (given: FunctionValues) => unknown;
}

const ANY = Number.POSITIVE_INFINITY;

/** The functions that Go has; `and` and `or` are part of the language. */
const GO_FUNCTIONS: Readonly<Record<string, FunctionRow>> = {
  not: { takes: [1, 1], apply: (given) => !isTrue(given.all[0]) },
  len: { takes: [1, 1], apply: lengthOf },
  index: { takes: [1, ANY], apply: itemOf },
  slice: { takes: [1, 3], apply: sliceOf },
  print: { takes: [0, ANY], apply: ({ all }) => printAll(all) },
  println: { takes: [0, ANY], apply: ({ all }) => `${all.map(printedInside).join(' ')}\n` },
  printf: { takes: [1, ANY], apply: (given) => formatPrintf(given.text(0), given.all.slice(1)) },
  eq: { takes: [2, ANY], apply: (given) => given.all.slice(1).some((_, index) => given.areEqual(index + 1)) },
  ne: { takes: [2, 2], apply: (given) => !given.areEqual(1) },
  lt: { takes: [2, 2], apply: (given) => given.order() < 0 },
  le: { takes: [2, 2], apply: (given) => given.order() <= 0 },
  gt: { takes: [2, 2], apply: (given) => given.order() > 0 },
  ge: { takes: [2, 2], apply: (given) => given.order() >= 0 },
};

/** The functions that the GitHub CLI adds, and those of Sprig that it offers; the others need a terminal or a clock. */
const ADDED_FUNCTIONS: Readonly<Record<string, FunctionRow>> = {
  color: { takes: [2, 2], apply: (given) => paintText(given.text(0), given.scalar(1)) },
  hyperlink: { takes: [2, 2], apply: (given) => hyperlink(given.text(0), given.text(1)) },
  join: { takes: [2, 2], apply: (given) => given.list(1).map(given.scalarOf).join(given.text(0)) },
  pluck: { takes: [2, 2], apply: pluck },
  timefmt: { takes: [2, 2], apply: (given) => formatTime(given.text(0), given.time(1)) },
  truncate: {
    takes: [2, 2],
    apply: (given) => truncateText(isNothing(given.all[1]) ? '' : given.text(1), given.whole(0)),
  },
  contains: { takes: [2, 2], apply: (given) => given.text(1).includes(given.text(0)) },
  hasPrefix: { takes: [2, 2], apply: (given) => given.text(1).startsWith(given.text(0)) },
  hasSuffix: { takes: [2, 2], apply: (given) => given.text(1).endsWith(given.text(0)) },
  regexMatch: { takes: [2, 2], apply: (given) => given.pattern(0).test(given.text(1)) },
};

export interface TemplateFunctions {
  readonly byName: ReadonlyMap<string, TemplateFunction>;
  /** The table that was begun but not yet rendered. */
  readonly renderTable: () => string;
}

/** All functions that templates can call. */
export function createTemplateFunctions({ nowMs, hasColor, columns }: TemplateLook): TemplateFunctions {
  const table = new TemplateTable(columns);
  const rows: Readonly<Record<string, FunctionRow>> = {
    ...GO_FUNCTIONS,
    ...ADDED_FUNCTIONS,
    autocolor: {
      takes: [2, 2],
      apply: (given) => (hasColor ? paintText(given.text(0), given.scalar(1)) : given.scalar(1)),
    },
    timeago: { takes: [1, 1], apply: (given) => formatAgo(nowMs - given.time(0).getTime()) },
    tablerow: { takes: [0, ANY], apply: (given) => table.add(given.all.map(given.scalarOf)) },
    tablerender: { takes: [0, 0], apply: () => table.render() },
  };
  const byName = Object.entries(rows).map(
    ([name, row]) => [name, (...all: readonly unknown[]) => call(name, row, all)] as const,
  );
  return { byName: new Map(byName), renderTable: () => table.render() };
}

function call(name: string, { takes: [least, most], apply }: FunctionRow, all: readonly unknown[]): unknown {
  if (all.length < least || all.length > most) {
    const count = least === most ? String(least) : most === ANY ? `${least} or more` : `${least} to ${most}`;
    throw wrongValue(name, `it takes ${count} ${count === '1' ? 'value' : 'values'}, not ${all.length}`);
  }
  return apply(new FunctionValues(name, all));
}

function lengthOf(given: FunctionValues): number {
  const [value] = given.all;
  if (typeof value === 'string') {
    return [...value].length;
  }
  return isJsonObject(value) ? Object.keys(value).length : given.list(0).length;
}

/** The member of a list, or of an object, at one key after another. */
function itemOf({ name, all: [whole, ...keys] }: FunctionValues): unknown {
  let value = whole;
  for (const key of keys) {
    if (isJsonObject(value)) {
      value = Object.hasOwn(value, String(key)) ? value[String(key)] : undefined;
    } else {
      const pair = new FunctionValues(name, [value, key]);
      const list = pair.list(0);
      const index = pair.whole(1);
      if (index < 0 || index >= list.length) {
        throw wrongValue(name, `there is no item ${index} in a list of ${list.length}`);
      }
      value = list[index];
    }
  }
  return value;
}

function sliceOf(given: FunctionValues): unknown {
  const [value, from, to] = given.all;
  const whole = typeof value === 'string' ? value : given.list(0);
  const start = from === undefined ? 0 : given.whole(1);
  const end = to === undefined ? whole.length : given.whole(2);
  if (start < 0 || start > end || end > whole.length) {
    throw wrongValue(given.name, `${start} to ${end} is not within 0 to ${whole.length}`);
  }
  return whole.slice(start, end);
}

function pluck(given: FunctionValues): readonly unknown[] {
  const field = given.text(0);
  return given.list(1).map((item) => (isJsonObject(item) && Object.hasOwn(item, field) ? item[field] : null));
}

/** As in Go, there is a space between two values if neither is a text. */
function printAll(values: readonly unknown[]): string {
  return values
    .map((value, index) => {
      const isSpaced = index > 0 && typeof value !== 'string' && typeof values[index - 1] !== 'string';
      return `${isSpaced ? ' ' : ''}${printedInside(value)}`;
    })
    .join('');
}
