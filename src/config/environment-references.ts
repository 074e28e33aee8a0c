import { type Environment, Failure } from '../base/index.ts';

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The names of the variables that a text refers to. */
export function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].map(([, name = '']) => name);
}

/** Puts variables in the place of their names: `${NAME}`. Fails with `configuration-wrong` where one is not set. */
export function resolveReferences(text: string, env: Environment): string {
  return text.replaceAll(REFERENCE, (_, name: string) => {
    const value = env[name];
    if (value === undefined || value.trim() === '') {
      throw new Failure(
        'configuration-wrong',
        `Cannot use "\${${name}}" of the configuration: the variable is not set`,
        {
          hint: `Set ${name} in the environment of Satchel`,
        },
      );
    }
    return value.trim();
  });
}
