import { redactSecrets, terminalText } from '../base/index.ts';
import type { Context, Output } from './context.ts';
import { type ColorChoice, hasColor } from './terminal.ts';

/** What we ourselves steer a terminal with: styles of text on stdout, and on stderr the line of progress, as a whole. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this is about.
const STYLES = /(\u001b\[(?:[1-49]|2[2-49]|3[0-7]|39|9[0-7])m)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const PROGRESS = /(^\r(?=[^\r\n]*\u001b\[K$)|\u001b\[K$)/;

/** Where there is no colour, nothing that asks for one is ours. */
const NOTHING = /(?!)/;

/** How an output gives the stream under it to whoever must write every byte as it is. */
const RAW = Symbol('the stream under a guarded output');

/**
 * The process as commands see it: whatever they write for people passes here, so that no command can forget it. Nothing
 * but our own styles steers a terminal, and no message holds a secret. Data for programs goes through `dataOutput()`.
 */
export function guardContext(context: Context, chosenColor: () => ColorChoice): Context {
  const secrets = new Set(secretsOf(context.env));
  const styles = () =>
    hasColor(context.stdout, { env: context.env, color: chosenColor() }) ? STYLES : NOTHING;
  return {
    ...context,
    onSecret(secret) {
      secrets.add(secret);
      context.onSecret?.(secret);
    },
    stdout: guard(context.stdout, (text) => guardText(text, styles())),
    stderr: guard(context.stderr, (text) => guardText(redactSecrets(text, secrets), PROGRESS)),
  };
}

/** The output for data: as it is for files and programs, and guarded where a terminal shows it. */
export function dataOutput(output: Output): Output {
  return output.isTTY === true ? output : rawOutput(output);
}

/** The stream itself, for programs that draw on the terminal. */
export function rawOutput(output: Output): Output {
  return RAW in output ? (output[RAW] as Output) : output;
}

/** Text in which nothing steers a terminal but our own sequences. Tabs are no harm. */
export function guardText(text: string, own = STYLES): string {
  return text
    .split(own)
    .map((part, index) => (index % 2 === 1 ? part : part.split('\t').map(terminalText).join('\t')))
    .join('');
}

/** The values of all variables that hold secrets by their name, not of those that say where one is. */
function secretsOf(env: Context['env']): readonly string[] {
  return Object.entries(env).flatMap(([name, value = '']) =>
    /TOKEN|SECRET|PASSWORD/.test(name) && !/_(FILE|COMMAND|VARIABLE)$/.test(name) && value !== ''
      ? [value.trim()]
      : [],
  );
}

type Write = (chunk: string | Uint8Array, ...rest: readonly unknown[]) => boolean;

function guard(output: Output, safe: (text: string) => string): Output {
  const stream = rawOutput(output);
  const write = stream.write.bind(stream) as Write; // All of its overloads begin with the chunk.
  const guarded: Write = (chunk, ...rest) =>
    write(typeof chunk === 'string' ? safe(chunk) : safe(Buffer.from(chunk).toString('utf8')), ...rest);
  return new Proxy(stream, {
    has: (target, name) => name === RAW || name in target,
    get(target, name) {
      if (name === RAW) {
        return target;
      }
      const member: unknown = name === 'write' ? guarded : Reflect.get(target, name, target);
      return typeof member === 'function' && name !== 'write' ? member.bind(target) : member;
    },
  });
}
