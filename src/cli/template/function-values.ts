import { isJsonObject } from '../../base/index.ts';
import { wrongValue } from './template-failure.ts';
import { isNothing, nameOfKind } from './template-values.ts';

/** RFC 3339, as JSON output has it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** The values that a function of a template is called with. */
export class FunctionValues {
  readonly name: string;
  readonly all: readonly unknown[];

  constructor(name: string, all: readonly unknown[]) {
    this.name = name;
    this.all = all;
  }

  text(index: number): string {
    const value = this.all[index];
    return typeof value === 'string' ? value : this.#refuse(index, 'a text');
  }

  whole(index: number): number {
    const value = this.all[index];
    return Number.isSafeInteger(value) ? Number(value) : this.#refuse(index, 'a whole number');
  }

  list(index: number): readonly unknown[] {
    const value = this.all[index];
    return Array.isArray(value) ? value : this.#refuse(index, 'a list');
  }

  time(index: number): Date {
    const text = this.text(index);
    const timeMs = TIME.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(timeMs)
      ? this.#refuse(index, 'a time such as 2026-06-01T12:00:00Z')
      : new Date(timeMs);
  }

  pattern(index: number): RegExp {
    try {
      return new RegExp(this.text(index), 'u');
    } catch (error) {
      if (error instanceof SyntaxError) {
        throw wrongValue(this.name, error.message);
      }
      throw error;
    }
  }

  /** A text, number or boolean as text; nothing is empty. */
  scalar(index: number): string {
    return this.scalarOf(this.all[index]);
  }

  readonly scalarOf = (value: unknown): string => {
    if (Array.isArray(value) || isJsonObject(value)) {
      throw wrongValue(this.name, `${nameOfKind(value)} is not a text or a number`);
    }
    return isNothing(value) ? '' : String(value);
  };

  /** Whether the first value equals another. Values of different kinds cannot be compared, except with nothing. */
  areEqual(index: number): boolean {
    const [first = null] = this.all;
    const other = this.all[index] ?? null;
    if (first !== null && other !== null && (typeof first !== typeof other || typeof first === 'object')) {
      throw wrongValue(this.name, `${nameOfKind(first)} and ${nameOfKind(other)} cannot be compared`);
    }
    return first === other;
  }

  /** Negative if the first value is less than the second one. */
  order(): number {
    const [first, second] = this.all;
    if (typeof first === 'number' && typeof second === 'number') {
      return first - second;
    }
    if (typeof first === 'string' && typeof second === 'string') {
      return first < second ? -1 : Number(first > second);
    }
    throw wrongValue(this.name, `${nameOfKind(first)} and ${nameOfKind(second)} cannot be ordered`);
  }

  #refuse(index: number, wanted: string): never {
    throw wrongValue(this.name, `value ${index + 1} must be ${wanted}, not ${nameOfKind(this.all[index])}`);
  }
}
