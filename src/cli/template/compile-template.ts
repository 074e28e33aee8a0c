import { type Failure, quoteText } from '../../base/index.ts';
import { type Action, lexTemplate, literalText } from './lex-template.ts';
import { wrongTemplate } from './template-failure.ts';
import {
  branchStep,
  deciding,
  inOrder,
  type Pipe,
  printing,
  type Run,
  rangeStep,
  type Step,
  storing,
  type Value,
  withFields,
} from './template-steps.ts';
import { printed } from './template-values.ts';

export type TemplateFunction = (...values: readonly unknown[]) => unknown;

/** Blocks and parentheses within each other. */
const MAX_DEPTH = 100;

const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['nil', null],
]);

interface Block {
  readonly step: Step;
  /** `end`, `else`, or nothing at the end of the template. */
  readonly closer: string | undefined;
}

/**
 * Compiles a template of Go's `text/template` to a function of JSON data; no maintained package does. Fails with `usage`
 * if the template is wrong; the function does if the template does not fit the data.
 */
export function compileTemplate(
  template: string,
  functions: ReadonlyMap<string, TemplateFunction>,
): (data: unknown) => string {
  const step = new TemplateParser(lexTemplate(template), functions).parse();
  return (data) => {
    const run: Run = { texts: [], slots: [data] };
    step(run, data);
    return run.texts.join('');
  };
}

class TemplateParser {
  readonly #pieces: (string | Action)[];
  readonly #functions: ReadonlyMap<string, TemplateFunction>;
  /** The visible variables; the index of one is that of its slot. */
  readonly #variables = ['$'];
  #action = '';
  /** What is left of the action. */
  #tokens: string[] = [];
  #depth = 0;
  #loops = 0;

  constructor(pieces: readonly (string | Action)[], functions: ReadonlyMap<string, TemplateFunction>) {
    this.#pieces = [...pieces].reverse();
    this.#functions = functions;
  }

  parse(): Step {
    const { step, closer } = this.#block();
    if (closer !== undefined) {
      throw this.#wrong('it belongs to no block');
    }
    return step;
  }

  /** Everything up to `end`, `else` or the end of the template. */
  #block(): Block {
    const steps: Step[] = [];
    for (let piece = this.#pieces.pop(); piece !== undefined; piece = this.#pieces.pop()) {
      if (typeof piece === 'string') {
        const text = piece;
        steps.push(printing(() => text, printed));
        continue;
      }
      this.#action = piece.source;
      this.#tokens = [...piece.tokens];
      const [word] = this.#tokens;
      if (word === 'end' || word === 'else') {
        this.#tokens.shift();
        return { step: inOrder(steps), closer: word };
      }
      steps.push(this.#step(word));
    }
    return { step: inOrder(steps), closer: undefined };
  }

  #step(word: string | undefined): Step {
    switch (word) {
      case 'if':
      case 'with':
      case 'range':
        this.#tokens.shift();
        return this.#branch(word);
      case 'break':
      case 'continue':
        this.#tokens.shift();
        this.#requireEnd();
        if (this.#loops === 0) {
          throw this.#wrong('it is outside of "{{range}}"');
        }
        return () => word;
      default: {
        const { value, slots } = this.#pipe(1);
        this.#requireEnd();
        return printing(value, slots.length === 0 ? printed : () => '');
      }
    }
  }

  #branch(kind: 'if' | 'with' | 'range'): Step {
    return this.#nested(() => {
      const action = this.#action;
      const visible = this.#variables.length;
      const pipe = this.#pipe(kind === 'range' ? 2 : 1);
      this.#requireEnd();
      this.#loops += Number(kind === 'range');
      const body = this.#block();
      this.#loops -= Number(kind === 'range');
      const otherwise =
        body.closer === 'else' ? this.#else(kind) : { step: () => undefined, closer: body.closer };
      if (otherwise.closer !== 'end') {
        throw wrongTemplate(action, 'it has no "{{end}}"');
      }
      this.#requireEnd();
      this.#variables.length = visible;
      return kind === 'range'
        ? rangeStep(pipe, body.step, otherwise.step)
        : branchStep(pipe.value, kind === 'with', { body: body.step, otherwise: otherwise.step });
    });
  }

  /** What follows `else`: a block, or another branch with the same `end`. */
  #else(kind: 'if' | 'with' | 'range'): Block {
    if (kind === 'range' || this.#tokens[0] !== kind) {
      this.#requireEnd();
      return this.#block();
    }
    this.#tokens.shift();
    return { step: this.#branch(kind), closer: 'end' };
  }

  /** `$x := command | command`; sets at most `maxVariables`. */
  #pipe(maxVariables: number): Pipe {
    const { names, isDeclaration } = this.#targets(maxVariables);
    let value = this.#command(undefined);
    while (this.#tokens[0] === '|') {
      this.#tokens.shift();
      value = this.#command(value);
    }
    if (isDeclaration) {
      this.#variables.push(...names);
    }
    const slots = names.map((name) => this.#variables.lastIndexOf(name));
    const [slot] = slots;
    return { value: slot === undefined || maxVariables === 2 ? value : storing(value, slot), slots };
  }

  /** Takes `$x :=`, `$x =` or `$i, $x :=`, if it is there. */
  #targets(most: number): { readonly names: readonly string[]; readonly isDeclaration: boolean } {
    const [first = '', second, third = '', fourth] = this.#tokens;
    const isPair = second === ',';
    const sign = isPair ? fourth : second;
    if (sign !== ':=' && sign !== '=') {
      return { names: [], isDeclaration: false };
    }
    const names = isPair ? [first, third] : [first];
    const isDeclaration = sign === ':=';
    if (names.length > most || !names.every((name) => /^\$[^.]+$/.test(name))) {
      throw this.#wrong(`${quoteText(sign)} is unexpected`);
    }
    for (const name of isDeclaration ? [] : names) {
      this.#slotOf(name);
    }
    this.#tokens.splice(0, isPair ? 4 : 2);
    return { names, isDeclaration };
  }

  /** A value, or a function with its values, of which the last one may come through a pipe. */
  #command(piped: Value | undefined): Value {
    const name = this.#tokens[0] ?? '';
    const call = this.#functions.get(name);
    if (call === undefined && name !== 'and' && name !== 'or') {
      const value = this.#operand();
      if (value === undefined) {
        throw this.#wrong('a value is missing');
      }
      if (piped !== undefined || this.#operand() !== undefined) {
        throw this.#wrong('a value is used as a function');
      }
      return value;
    }
    this.#tokens.shift();
    const values: Value[] = [];
    for (let value = this.#operand(); value !== undefined; value = this.#operand()) {
      values.push(value);
    }
    const all = piped === undefined ? values : [...values, piped];
    return call === undefined
      ? deciding(name === 'or', all)
      : (run, dot) => call(...all.map((value) => value(run, dot)));
  }

  /** Takes the next value with its fields, if there is one. */
  #operand(): Value | undefined {
    const [token] = this.#tokens;
    if (token === undefined || /^[|=,:)]/.test(token)) {
      return undefined;
    }
    this.#tokens.shift();
    if (token === '(') {
      return this.#parentheses();
    }
    if (token === '.') {
      return (_run, dot) => dot;
    }
    if (/^\.\D/.test(token)) {
      return withFields((_run, dot) => dot, token);
    }
    if (token.startsWith('$')) {
      const [name = ''] = token.split('.');
      const slot = this.#slotOf(name);
      return withFields((run) => run.slots[slot], token.slice(name.length));
    }
    const call = this.#functions.get(token);
    if (call !== undefined) {
      return () => call();
    }
    const constant = this.#constant(token);
    return () => constant;
  }

  #parentheses(): Value {
    return this.#nested(() => {
      const { value } = this.#pipe(0);
      const close = this.#tokens.shift();
      if (close === undefined || !close.startsWith(')')) {
        throw this.#wrong('it has no ")"');
      }
      return withFields(value, close.slice(1));
    });
  }

  #constant(token: string): unknown {
    if (/^["`]/.test(token)) {
      return literalText(token) ?? this.#refuse(`${token} has an unknown escape sequence`);
    }
    if (/^[-+.\d]/.test(token)) {
      return Number(token.replace(/^[-+]/, '')) * (token.startsWith('-') ? -1 : 1);
    }
    return CONSTANTS.has(token)
      ? CONSTANTS.get(token)
      : this.#refuse(`${quoteText(token)} is not a function`);
  }

  #slotOf(variable: string): number {
    const slot = this.#variables.lastIndexOf(variable);
    return slot === -1 ? this.#refuse(`there is no variable ${variable}`) : slot;
  }

  #requireEnd(): void {
    const [token] = this.#tokens;
    if (token !== undefined) {
      throw this.#wrong(`${quoteText(token)} is unexpected`);
    }
  }

  #nested<Result>(parse: () => Result): Result {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw this.#wrong(`more than ${MAX_DEPTH} blocks or parentheses are open`);
    }
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  #wrong(problem: string): Failure {
    return wrongTemplate(this.#action, problem);
  }

  #refuse(problem: string): never {
    throw this.#wrong(problem);
  }
}
