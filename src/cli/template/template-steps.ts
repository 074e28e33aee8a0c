import { isJsonObject } from '../../base/index.ts';
import { wrongValue } from './template-failure.ts';
import { isNothing, isTrue, nameOfKind } from './template-values.ts';

/** What a template changes while it runs. */
export interface Run {
  readonly texts: string[];
  /** The values of variables; the first one is the data. */
  readonly slots: unknown[];
}

export type Value = (run: Run, dot: unknown) => unknown;

/** Part of a template; `break` and `continue` leave the parts around it. */
export type Step = (run: Run, dot: unknown) => 'break' | 'continue' | undefined;

export interface Pipe {
  readonly value: Value;
  /** The variables that it sets; those of `range` are set for each item instead. */
  readonly slots: readonly number[];
}

/** Prints a value. */
export function printing(value: Value, textOf: (value: unknown) => string): Step {
  return (run, dot) => {
    run.texts.push(textOf(value(run, dot)));
    return undefined;
  };
}

/** Sets a variable to a value, which it passes on. */
export function storing(value: Value, slot: number): Value {
  return (run, dot) => {
    const result = value(run, dot);
    run.slots[slot] = result;
    return result;
  };
}

/** `if`, or `with`, whose body has the value as its dot. */
export function branchStep(
  value: Value,
  isWith: boolean,
  { body, otherwise }: { readonly body: Step; readonly otherwise: Step },
): Step {
  return (run, dot) => {
    const result = value(run, dot);
    return isTrue(result) ? body(run, isWith ? result : dot) : otherwise(run, dot);
  };
}

/** One step after another, until one jumps. */
export function inOrder(steps: readonly Step[]): Step {
  return (run, dot) => {
    for (const step of steps) {
      const jump = step(run, dot);
      if (jump !== undefined) {
        return jump;
      }
    }
    return undefined;
  };
}

/** `range`. */
export function rangeStep({ value, slots }: Pipe, body: Step, otherwise: Step): Step {
  return (run, dot) => {
    const items = itemsOf(value(run, dot));
    for (const [key, item] of items) {
      const values = slots.length === 2 ? [key, item] : [item];
      for (const [index, slot] of slots.entries()) {
        run.slots[slot] = values[index];
      }
      if (body(run, item) === 'break') {
        break;
      }
    }
    return items.length === 0 ? otherwise(run, dot) : undefined;
  };
}

/** `and` and `or`: the first value that decides, or the last one. Later values are not computed. */
export function deciding(isOr: boolean, values: readonly Value[]): Value {
  return (run, dot) => {
    let result: unknown;
    for (const value of values) {
      result = value(run, dot);
      if (isTrue(result) === isOr) {
        break;
      }
    }
    return result;
  };
}

/** The value at a path such as `.user.login`. Fields of nothing are nothing: an issue may have no milestone. */
export function withFields(value: Value, path: string): Value {
  const names = path.split('.').slice(1);
  return (run, dot) =>
    names.reduce(
      (whole: unknown, name) => {
        if (isNothing(whole)) {
          return undefined;
        }
        if (!isJsonObject(whole)) {
          throw wrongValue(`.${name}`, `${nameOfKind(whole)} has no fields`);
        }
        return Object.hasOwn(whole, name) ? whole[name] : undefined;
      },
      value(run, dot),
    );
}

function itemsOf(value: unknown): readonly (readonly [key: unknown, item: unknown])[] {
  if (Array.isArray(value)) {
    return [...value.entries()];
  }
  if (isJsonObject(value)) {
    return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  }
  if (isNothing(value)) {
    return [];
  }
  throw wrongValue('range', `${nameOfKind(value)} has no items`);
}
