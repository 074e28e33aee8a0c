import { capitalized } from '../base/index.ts';

/** Usage errors of commander (14), and our wording for them. The text after the match is the reason. */
const SENTENCES: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [
    /^option '(.+?)' argument '(.*)' is invalid\.\s*/s,
    (flag, value) => `Cannot set ${longOf(flag)} to "${value}": `,
  ],
  [
    /^option '(.+?)' value '(.*)' from env '(\w+)' is invalid\.\s*/s,
    (flag, value, variable) => `Cannot set ${longOf(flag)} to "${value}", as ${variable} says: `,
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '([^']*)'\.\s*/s,
    (value, name) => `Cannot read <${name}> "${value}": `,
  ],
  [/^option '(.+?)' argument missing$/, (flag) => `${longOf(flag)} needs a value: ${flag}`],
  [/^required option '(.+?)' not specified$/, (flag) => `${longOf(flag)} is missing: ${flag}`],
  [/^missing required argument '(.+)'$/, (name) => `The argument <${name}> is missing`],
  [
    /^unknown (option|command) '(.*)'/s,
    (what, name) => `There is no ${what === 'option' ? 'flag' : what} "${name}"`,
  ],
  [
    /^too many arguments for '(.+)'\. Expected (\d+) arguments? but got (\d+)(?:: .*)?\.$/s,
    (command, expected, got) =>
      `"${command}" takes ${expected === '0' ? 'no' : expected} argument${expected === '1' ? '' : 's'}, but ${got} ${got === '1' ? 'was' : 'were'} given`,
  ],
];

/** Rewords a usage error of commander; without a reason, the sentence does not end in a period. */
export function usageSentence(message: string): string {
  const [said = '', guess] = message.replace(/^error: /, '').split(/\n\((Did you mean .*)\)$/s);
  const [pattern, put] = SENTENCES.find(([one]) => one.test(said)) ?? [/^/, () => ''];
  const start = put(...(pattern.exec(said)?.slice(1) ?? []));
  const reason = said.replace(pattern, '').replace(/^Allowed choices are /, 'It must be one of ');
  const sentence =
    start === '' ? capitalized(reason) : `${start}${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  return guess === undefined ? sentence : `${sentence}. ${guess}`;
}

/** The long name: `--dry-run` for `-n, --dry-run`, `--limit` for `--limit <count>`. */
function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}
