import { wrongValue } from './template-failure.ts';
import { printedInside } from './template-values.ts';

const VERB = /%(?<flags>[-+ 0#]*)(?<width>\d*)(?:\.(?<precision>\d*))?(?<verb>.?)/gsu;

type VerbGroups = Readonly<Partial<Record<'flags' | 'width' | 'precision' | 'verb', string>>>;

const MAX_WIDTH = 1_000;
const MAX_PRECISION = 100;

interface Format {
  /** Digits or characters; undefined if the format does not say. */
  readonly precision: number | undefined;
  /** As it is written, for messages. */
  readonly source: string;
}

/** Formats values as `printf` of Go does, with the verbs that fit JSON. */
export function formatPrintf(format: string, values: readonly unknown[]): string {
  let used = 0;
  const text = format.replaceAll(VERB, (...found: readonly unknown[]) => {
    const source = String(found[0]);
    const { flags = '', width = '', precision: digits, verb = '' } = found.at(-1) as VerbGroups;
    if (verb === '%') {
      return '%';
    }
    const write = VERBS[verb];
    if (write === undefined) {
      throw wrongValue('printf', `"${source}" is not a verb`);
    }
    if (used === values.length) {
      throw wrongValue('printf', `there is no value for "${source}"`);
    }
    const precision = digits === undefined ? undefined : Number(digits);
    if (Number(width) > MAX_WIDTH || (precision ?? 0) > MAX_PRECISION) {
      throw wrongValue('printf', `"${source}" is too wide`);
    }
    const value = values[used];
    used += 1;
    const plain = write(value, { precision, source });
    const isSigned = typeof value === 'number' && value >= 0 && flags.includes('+');
    return padText(isSigned ? `+${plain}` : plain, {
      flags,
      width: Number(width),
      isNumber: typeof value === 'number',
    });
  });
  if (used < values.length) {
    throw wrongValue('printf', 'it has more values than verbs');
  }
  return text;
}

const VERBS: Readonly<Record<string, (value: unknown, format: Format) => string>> = {
  v: (value) => printedInside(value),
  s: (value, { precision }) => [...printedInside(value)].slice(0, precision).join(''),
  q: (value) => JSON.stringify(printedInside(value)),
  t: (value, { source }) => (typeof value === 'boolean' ? String(value) : refuse(source, 'a boolean')),
  d: (value, { source }) =>
    Number.isInteger(value) ? BigInt(Number(value)).toString() : refuse(source, 'a whole number'),
  f: (value, { precision = 6, source }) => numberOf(value, source).toFixed(precision),
  e: (value, { precision = 6, source }) =>
    numberOf(value, source)
      .toExponential(precision)
      .replace(/e([+-])(\d)$/, 'e$10$2'),
  g: (value, { precision, source }) =>
    precision === undefined
      ? String(numberOf(value, source))
      : String(Number(numberOf(value, source).toPrecision(Math.max(1, precision)))),
  x: (value, { source }) =>
    typeof value === 'string' ? Buffer.from(value).toString('hex') : numberOf(value, source).toString(16),
};

function numberOf(value: unknown, source: string): number {
  return typeof value === 'number' ? value : refuse(source, 'a number');
}

function refuse(source: string, wanted: string): never {
  throw wrongValue('printf', `"${source}" needs ${wanted}`);
}

function padText(
  text: string,
  { flags, width, isNumber }: { readonly flags: string; readonly width: number; readonly isNumber: boolean },
): string {
  if (flags.includes('-')) {
    return text.padEnd(width);
  }
  if (!flags.includes('0') || !isNumber) {
    return text.padStart(width);
  }
  const [sign = ''] = /^[+-]?/.exec(text) ?? [];
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}
