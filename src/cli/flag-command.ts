import type { EventEmitter } from 'node:events';
import { Command, type Option } from 'commander';
import type { Context } from './context.ts';
import { variablesOf } from './variables.ts';

/** What a switch's variable may hold that leaves it off. */
const OFF: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);

/** True where the variable of a switch is there and turns it on. */
export function isSwitchedOn(env: Context['env'], variable: string): boolean {
  const value = env[variable];
  return value !== undefined && !OFF.has(value.trim().toLowerCase());
}

/**
 * A command whose flags take their variables from the environment that it is handed, in place of the process's own, so
 * that a program that runs Satchel, and a test, decide what it sees.
 */
export class FlagCommand extends Command {
  readonly #env: Context['env'];

  constructor(name: string, env: Context['env']) {
    super(name);
    this.#env = env;
  }

  override createCommand(name = ''): FlagCommand {
    return new FlagCommand(name, this.#env);
  }

  /**
   * Takes the place of the step by which commander (14) reads `process.env` after the arguments: it has no other way in.
   * `flag-command.test.ts` fails where a later version calls it by another name.
   */
  _parseOptionsEnv(): void {
    for (const option of this.options) {
      const variable = variablesOf(this, option).find((name) => (this.#env[name] ?? '') !== '');
      if (option.envVar !== undefined && variable !== undefined && this.#isOpen(option)) {
        this.#take(option.env(variable), variable); // The one that a message about its value has to name.
      }
    }
  }

  /** Arguments win over variables, and variables over defaults. */
  #isOpen(option: Option): boolean {
    const source = this.getOptionValueSource(option.attributeName());
    return source === undefined || source === 'default' || source === 'env';
  }

  #take(option: Option, variable: string): void {
    // Every command of commander is an emitter (its readme, "Custom event listeners"); its types show `on` alone.
    const events = this as unknown as EventEmitter;
    const value = this.#env[variable];
    const takesValue = option.required || (option.optional && !OFF.has(value ?? '') && !isYes(value));
    if (takesValue && value !== undefined) {
      events.emit(`optionEnv:${option.name()}`, value);
    } else if (!takesValue && isSwitchedOn(this.#env, variable)) {
      events.emit(`optionEnv:${option.name()}`);
    }
  }
}

/** An optional value may also be switched on alone: `SATCHEL_JSON=1`. */
function isYes(value: string | undefined): boolean {
  return ['1', 'true', 'yes', 'on'].includes(value?.trim().toLowerCase() ?? '');
}
