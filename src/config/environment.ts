import { readFile } from 'node:fs/promises';
import { fileFailure, ifPresent } from '../base/file-failure.ts';
import type { Environment } from '../base/user-directories.ts';
import { Failure } from '../model/failure.ts';

const LINE = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/;

const QUOTED = /^(["'])(.*)\1$/;

/** A reference to a variable: `${NAME}`. */
export const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The names of the variables that a text refers to. */
export function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].map(([, name = '']) => name);
}

/** Replaces references such as `${NAME}` with variables; fails with `configuration-wrong` if one is not set. */
export function resolveReferences(text: string, env: Environment): string {
  return text.replaceAll(REFERENCE, (_, name: string) => {
    const value = env[name];
    if (value === undefined || value.trim() === '') {
      throw new Failure(
        'configuration-wrong',
        `Cannot use "\${${name}}" in the configuration: the variable is not set`,
        {
          hint: `Set ${name} in the environment of Satchel`,
        },
      );
    }
    return value.trim();
  });
}

/**
 * Reads a file of `NAME=value` lines, like systemd's `EnvironmentFile`. It is not a shell script, so values may contain
 * `&` and `;`. Quotes around a value are removed, and other lines are ignored. An absent file has no variables.
 */
export async function readEnvironmentFile(path: string): Promise<Environment> {
  try {
    const text = (await ifPresent(readFile(path, 'utf8'))) ?? '';
    const variables = text.split(/\r?\n/).flatMap((line) => {
      const [, name, value = ''] = LINE.exec(line) ?? [];
      return name === undefined ? [] : [[name, QUOTED.exec(value)?.[2] ?? value] as const];
    });
    return Object.fromEntries(variables);
  } catch (error) {
    throw fileFailure(error, 'read the environment file', path);
  }
}

/** What is wrong with the name of a variable; undefined if it is valid. */
export function checkVariableName(name: string): string | undefined {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? undefined : 'A name of letters, digits and underscores';
}
