import { terminalText } from '../../base/terminal-text.ts';
import { redactSecrets } from '../../model/redact-secrets.ts';
import type { ColorChoice, Context, Output } from '../context.ts';
import { hasColor } from './terminal.ts';

/** Our own control sequences: text styles on stdout, and the whole progress line on stderr. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches escape sequences.
const STYLES = /(\u001b\[(?:[1-49]|2[2-49]|3[0-7]|39|9[0-7])m)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const PROGRESS = /(^\r(?=[^\r\n]*\u001b\[K$)|\u001b\[K$)/;

/** Matches nothing: without colour, we write no styles. */
const NOTHING = /(?!)/;

/** The property through which a guarded output exposes the underlying stream. */
const RAW = Symbol('the stream under a guarded output');

/**
 * Wraps a process context so that everything that commands write for people is sanitized, and no command can forget it:
 * control sequences other than our own become visible, and secrets are redacted. Data for programs goes through
 * `dataOutput()`.
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

/** The output for data: raw for files and programs, guarded on a terminal. */
export function dataOutput(output: Output): Output {
  return output.isTTY === true ? output : rawOutput(output);
}

/** The raw stream, for programs that draw on the terminal. */
export function rawOutput(output: Output): Output {
  return RAW in output ? (output[RAW] as Output) : output;
}

/** Makes all control sequences except our own visible. Tabs are harmless. */
export function guardText(text: string, own = STYLES): string {
  return text
    .split(own)
    .map((part, index) => (index % 2 === 1 ? part : part.split('\t').map(terminalText).join('\t')))
    .join('');
}

/** The values of variables whose names indicate a secret, except those that only say where a secret is. */
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
  const write = stream.write.bind(stream) as Write; // All overloads begin with the chunk.
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
