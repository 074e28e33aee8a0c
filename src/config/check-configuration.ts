import { readFileSync } from 'node:fs';
import { formatDuration, parseDuration } from '../base/durations.ts';
import { escapePointer, isJsonObject, type JsonObject } from '../base/json.ts';
import { isLoopbackHost } from '../base/listen-on.ts';
import { nearestName } from '../base/nearest-name.ts';
import { createSchemaCompiler, type Validate, type Violation } from '../base/schema-compiler.ts';
import { checkAddress } from './check-address.ts';
import { REFERENCE } from './environment.ts';
import { SECRET_MEMBERS, SECRET_SHAPES } from './secret-shapes.table.ts';

const SCHEMA_URL = new URL('../../schemas/config.schema.json', import.meta.url);
const SCHEMA_ID = 'https://satchel.example/schemas/config.schema.json';

/** Something wrong with a configuration. */
export interface Complaint {
  readonly pointer: string;
  /** A sentence without a final period that never quotes a secret. */
  readonly message: string;
}

/** Validation of schedules, passed in by the caller. */
export interface TimeChecks {
  /** What is wrong with a schedule or a time zone; undefined if they are valid. */
  readonly checkTimes: (expressions: readonly string[], timeZone: string | undefined) => string | undefined;
  /** The longest time between two due times; undefined without any. */
  readonly longestPauseMs?: (expressions: readonly string[]) => number | undefined;
}

/** Everything that is wrong with a configuration: secrets and the schema first; if they are fine, then references. */
export function checkConfiguration(value: unknown, times: TimeChecks): readonly Complaint[] {
  const secrets = complainOfTexts(value, '', secretIn);
  const isSecret = new Set(secrets.map(({ pointer }) => pointer));
  const form = validateForm(value)
    .filter(({ pointer, message }) => !isSecret.has(pointer) && !message.includes('"then" schema'))
    .map(toComplaint);
  const complaints = [...secrets, ...form, ...complainOfTexts(value, '', misplacedReferenceIn)];
  return complaints.length > 0 ? complaints : checkNames(value, times);
}

const validateForm = openForm();

/** Compiles the schema on first use, which takes longer than all else: a schedule reads its file before each job. */
function openForm(): Validate {
  let validate: Validate | undefined;
  return (value) => {
    validate ??= createSchemaCompiler([readSchema()], { findsAll: true }).validatorFor(SCHEMA_ID);
    return validate(value);
  };
}

function readSchema(): JsonObject {
  return JSON.parse(readFileSync(SCHEMA_URL, 'utf8')) as JsonObject; // Our own schema, which a test validates.
}

/** Says of a text at a pointer what is wrong with it. */
type TextCheck = (text: string, pointer: string) => string | undefined;

function complainOfTexts(value: unknown, pointer: string, check: TextCheck): readonly Complaint[] {
  if (typeof value === 'string') {
    const trouble = check(value, pointer);
    return trouble === undefined ? [] : [{ pointer, message: `${inWords(pointer)} ${trouble}` }];
  }
  return Object.entries(value ?? {}).flatMap(([name, member]) =>
    complainOfTexts(member, `${pointer}/${escapePointer(name)}`, check),
  );
}

/** Settings whose variables are replaced, and texts in which the same characters can have another meaning. */
const MAY_REFER = /\/(?:token|password|authorization|url|title|text)$|\/(?:token_)?command\//;

/** A variable as a shell would expand it. What begins with the home directory is a path, which `fullPath` reads. */
const SHELL_REFERENCE = /^\$[A-Za-z_]\w*(?=[\\/]|$)/;
const HOME = /^\$(?:HOME|\{HOME\})(?=[\\/]|$)/;

function misplacedReferenceIn(text: string, pointer: string): string | undefined {
  const said = text.replace(HOME, '');
  return (said.search(REFERENCE) === -1 && !SHELL_REFERENCE.test(said)) || MAY_REFER.test(pointer)
    ? undefined
    : 'cannot refer to a variable: only token, password, authorization and url can, and a path can begin with ~ or $HOME';
}

function secretIn(text: string, pointer: string): string | undefined {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  const shape = SECRET_SHAPES.find(({ pattern }) => pattern.test(text));
  const what =
    shape?.what ?? (SECRET_MEMBERS.has(name) && !text.includes('${') ? 'a literal secret' : undefined);
  return (
    what &&
    `is ${what}: secrets do not belong in files. Put it into an environment variable and write \${NAME} here`
  );
}

/** Puts a message of ajv into plain words. */
function toComplaint({ pointer, message, known }: Violation): Complaint {
  const name = plainName(pointer.slice(pointer.lastIndexOf('/') + 1));
  if (known !== undefined) {
    const nearest = nearestName(name, known);
    const help = nearest === undefined ? `known settings: ${known.join(', ')}` : `did you mean "${nearest}"?`;
    return { pointer, message: `${inWords(pointer)} is not a known setting; ${help}` };
  }
  const pattern = Object.keys(PATTERNS).find((text) => message.includes(text));
  const words = pattern === undefined ? inPlainWords(message) : PATTERNS[pattern];
  return { pointer, message: pointer === '' ? `The file ${words}` : `${inWords(pointer)} ${words}` };
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'a group of settings',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

/** Rewrites names of JSON types and comparisons: `must be string,array`, `must be <= 65535`. */
function inPlainWords(message: string): string {
  const [, types = ''] = /^must be ([a-z]+(?:,[a-z]+)*)$/.exec(message) ?? [];
  return types === ''
    ? message.replace('must be <= ', 'must be at most ').replace('must be >= ', 'must be at least ')
    : `must be ${types
        .split(',')
        .map((type) => TYPES[type] ?? type)
        .join(' or ')}`;
}

const PATTERNS: Readonly<Record<string, string>> = {
  '(ms|s|m|h|d)$': 'must be a time span with its unit, such as "30s", "5m", "2h" or "7d"',
  '^\\$\\{': `must name an environment variable, such as \${SATCHEL_TOKEN}`,
  'property name must be valid': 'must be made of letters, digits, dots, dashes and underscores',
  '[KMGTkmgt]': 'must be a size such as 1500, 64KiB or 2G',
  '[0-9]{4}-[0-9]{2}': 'must be a date such as 2026-01-31, or a time span such as 90d',
  '[ymwdh])': 'must be a span such as 1y6m, 90d or 36h (years, months, weeks, days, hours)',
  ' ?%?$': 'must be a share from 0% to 100%',
  '^unlimited$': 'must be a whole number of at least 1, or "unlimited"',
  '{0,63}$': 'must be made of letters, digits, dots, dashes and underscores, 64 at most',
  'must NOT have fewer than 1 characters': 'must not be empty',
  'must NOT have fewer than 1 items': 'must not be empty',
};

function checkNames(value: unknown, times: TimeChecks): readonly Complaint[] {
  if (!isJsonObject(value)) {
    return [{ pointer: '', message: 'The file must have settings, such as "accounts:" and "jobs:"' }];
  }
  const accounts = membersOf(value['accounts']);
  const channels = membersOf(value['notifications']);
  const names = { accounts: Object.keys(accounts), channels: Object.keys(channels) };
  const zone = checkZone('/time_zone', value['time_zone'], times);
  // Jobs without a zone of their own have that of the file: what is wrong with it is said once.
  const usual = zone.length > 0 ? undefined : value['time_zone'];
  return [
    ...zone,
    ...Object.entries(accounts).flatMap(([name, account]) => checkAccount(`/accounts/${name}`, account)),
    ...Object.entries(channels).flatMap(([name, channel]) => checkChannel(`/notifications/${name}`, channel)),
    ...Object.entries(membersOf(value['jobs'])).flatMap(([name, job]) => [
      ...checkJobNames(name, job, { ...names, hasVault: value['vault'] !== undefined }),
      ...checkJobTimes(`/jobs/${name}`, { ...job, time_zone: job['time_zone'] ?? usual ?? null }, times),
    ]),
  ];
}

interface Known {
  readonly accounts: readonly string[];
  readonly channels: readonly string[];
  readonly hasVault: boolean;
}

function checkJobNames(name: string, job: JsonObject, known: Known): readonly Complaint[] {
  const { account, notify, vault } = job;
  const at = `/jobs/${name}`;
  return [
    ...checkName(`${at}/account`, account, { known: known.accounts, what: 'account' }),
    ...[notify ?? []]
      .flat()
      .flatMap((channel, index) =>
        checkName(`${at}/notify/${index}`, channel, { known: known.channels, what: 'notification' }),
      ),
    ...(vault === undefined && !known.hasVault
      ? [
          {
            pointer: `${at}/vault`,
            message: `The job "${name}" has no vault, and the file has no default vault`,
          },
        ]
      : []),
  ];
}

function checkZone(pointer: string, zone: unknown, { checkTimes }: TimeChecks): readonly Complaint[] {
  const trouble = typeof zone === 'string' ? checkTimes([], zone) : undefined;
  return trouble === undefined ? [] : [{ pointer, message: trouble }];
}

function checkJobTimes(at: string, job: JsonObject, times: TimeChecks): readonly Complaint[] {
  const { schedule, time_zone: zone, max_age: maxAge } = job;
  const wrongZone = checkZone(`${at}/time_zone`, zone, times);
  const expressions = [schedule ?? []].flat().map(String);
  const wrong = expressions.flatMap((expression, index) => {
    const trouble = times.checkTimes([expression], undefined);
    const pointer = Array.isArray(schedule) ? `${at}/schedule/${index}` : `${at}/schedule`;
    return trouble === undefined ? [] : [{ pointer, message: trouble }];
  });
  const complaints = [...wrongZone, ...wrong];
  return complaints.length > 0 || typeof maxAge !== 'string'
    ? complaints
    : checkMaxAge(`${at}/max_age`, parseDuration(maxAge) ?? 0, times.longestPauseMs?.(expressions));
}

/** Even if all runs succeed, the last good backup gets as old as the longest pause of the schedule. */
function checkMaxAge(pointer: string, maxAgeMs: number, pauseMs: number | undefined): readonly Complaint[] {
  return pauseMs === undefined || maxAgeMs > pauseMs
    ? []
    : [
        {
          pointer,
          message: `${inWords(pointer)} must be longer than the longest pause of the schedule (${formatDuration(pauseMs)}), or every pause triggers a notification`,
        },
      ];
}

function membersOf(value: unknown): Readonly<Record<string, JsonObject>> {
  return (isJsonObject(value) ? value : {}) as Readonly<Record<string, JsonObject>>; // Validated by the schema.
}

function checkAccount(pointer: string, account: JsonObject): readonly Complaint[] {
  const ways = ['token', 'token_file', 'token_command', 'app_key_file'].filter(
    (name) => account[name] !== undefined,
  );
  const many =
    ways.length > 1
      ? [
          {
            pointer: `${pointer}/${ways[1]}`,
            message: `An account can have only one of ${ways.join(' and ')}`,
          },
        ]
      : [];
  return [...many, ...checkMember(`${pointer}/base_url`, account['base_url'])];
}

function checkChannel(pointer: string, { url, security, host }: JsonObject): readonly Complaint[] {
  const isOpen = security === 'none' && typeof host === 'string' && !isLoopbackHost(host);
  return [
    ...checkMember(`${pointer}/url`, url),
    ...(isOpen
      ? [
          {
            pointer: `${pointer}/security`,
            message: `${inWords(`${pointer}/security`)} must be starttls or tls: none is for a mail server on this machine`,
          },
        ]
      : []),
  ];
}

/** Addresses with references are validated on use; the text before the first reference contains the protocol. */
function checkMember(pointer: string, url: unknown): readonly Complaint[] {
  if (typeof url !== 'string' || url.startsWith('${')) {
    return [];
  }
  const isWhole = !url.includes('${');
  const trouble = checkAddress(isWhole ? url : url.replaceAll(REFERENCE, 'x'));
  return trouble === undefined ? [] : [{ pointer, message: `${inWords(pointer)} ${trouble}` }];
}

interface NameBook {
  readonly known: readonly string[];
  readonly what: string;
}

function checkName(pointer: string, name: unknown, { known, what }: NameBook): readonly Complaint[] {
  if (typeof name !== 'string' || known.includes(name)) {
    return [];
  }
  const nearest = nearestName(name, known);
  const help =
    nearest !== undefined
      ? `did you mean "${nearest}"?`
      : known.length === 0
        ? `the file has no ${what}s`
        : `the file has ${known.join(', ')}`;
  return [{ pointer, message: `There is no ${what} "${name}"; ${help}` }];
}

function inWords(pointer: string): string {
  return `"${pointer.slice(1).split('/').map(plainName).join('.')}"`;
}

function plainName(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
