import { readFileSync } from 'node:fs';
import {
  createSchemaCompiler,
  escapePointer,
  isJsonObject,
  type JsonObject,
  nearestName,
  type Violation,
} from '../base/index.ts';
import { SECRET_MEMBERS, SECRET_SHAPES } from './secret-shapes.table.ts';

const SCHEMA_URL = new URL('../../schemas/config.schema.json', import.meta.url);
const SCHEMA_ID = 'https://satchel.example/schemas/config.schema.json';

/** Something wrong with a configuration. */
export interface Complaint {
  /** JSON pointer to the member. */
  readonly pointer: string;
  /** A sentence without its end; it never quotes a secret. */
  readonly message: string;
}

/** Says what is wrong with a schedule or a time zone; undefined where nothing is. */
export type JudgeTimes = (expressions: readonly string[], timeZone: string | undefined) => string | undefined;

/** Everything that is wrong with the value of a configuration file: secrets first, then form, then what names lead to. */
export function judgeConfiguration(value: unknown, judgeTimes: JudgeTimes): readonly Complaint[] {
  const secrets = findSecrets(value, '');
  const isSecret = new Set(secrets.map(({ pointer }) => pointer));
  const judge = createSchemaCompiler([readSchema()], { findsAll: true }).validatorFor(SCHEMA_ID);
  const form = judge(value)
    .filter(({ pointer, message }) => !isSecret.has(pointer) && !message.includes('"then" schema'))
    .map(toComplaint);
  const complaints = [...secrets, ...form];
  return complaints.length > 0 ? complaints : judgeNames(value, judgeTimes);
}

function readSchema(): JsonObject {
  return JSON.parse(readFileSync(SCHEMA_URL, 'utf8')) as JsonObject; // Ours; a test judges it.
}

function findSecrets(value: unknown, pointer: string): readonly Complaint[] {
  if (typeof value === 'string') {
    const what = secretIn(value, pointer);
    return what === undefined
      ? []
      : [
          {
            pointer,
            message: `${inWords(pointer)} is ${what}: secrets do not stand in files. Put it into an environment variable and write \${NAME} here`,
          },
        ];
  }
  return Object.entries(value ?? {}).flatMap(([name, member]) =>
    findSecrets(member, `${pointer}/${escapePointer(name)}`),
  );
}

function secretIn(text: string, pointer: string): string | undefined {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  const shape = SECRET_SHAPES.find(({ pattern }) => pattern.test(text));
  return shape?.what ?? (SECRET_MEMBERS.has(name) && !text.includes('${') ? 'a literal secret' : undefined);
}

/** What ajv says in the words of people. */
function toComplaint({ pointer, message, known }: Violation): Complaint {
  const name = plainName(pointer.slice(pointer.lastIndexOf('/') + 1));
  if (known !== undefined) {
    const nearest = nearestName(name, known);
    const help = nearest === undefined ? `known are ${known.join(', ')}` : `did you mean "${nearest}"?`;
    return { pointer, message: `${inWords(pointer)} is not known here; ${help}` };
  }
  const pattern = Object.keys(PATTERNS).find((text) => message.includes(text));
  const words = pattern === undefined ? message : PATTERNS[pattern];
  return { pointer, message: pointer === '' ? `The file ${words}` : `${inWords(pointer)} ${words}` };
}

const PATTERNS: Readonly<Record<string, string>> = {
  '(ms|s|m|h|d)$': 'must be a time span with its unit, such as "30s", "5m", "2h" or "7d"',
  '^\\$\\{': `must name an environment variable, such as \${SATCHEL_TOKEN}`,
  'property name must be valid': 'must be made of letters, digits, dots, dashes and underscores',
  '{0,63}$': 'must be made of letters, digits, dots, dashes and underscores, 64 at most',
  'must NOT have fewer than 1 characters': 'must not be empty',
  'must NOT have fewer than 1 items': 'must not be empty',
};

function judgeNames(value: unknown, judgeTimes: JudgeTimes): readonly Complaint[] {
  if (!isJsonObject(value)) {
    return [{ pointer: '', message: 'The file must hold members, such as "accounts:" and "jobs:"' }];
  }
  const accounts = membersOf(value['accounts']);
  const channels = membersOf(value['notifications']);
  const jobs = Object.entries(membersOf(value['jobs']));
  return [
    ...Object.entries(accounts).flatMap(([name, account]) => judgeAccount(`/accounts/${name}`, account)),
    ...Object.entries(channels).flatMap(([name, channel]) =>
      judgeAddress(`/notifications/${name}/url`, channel),
    ),
    ...jobs.flatMap(([name, job]) => {
      const { account, notify, schedule, vault, time_zone: zone } = job;
      const expressions = [schedule ?? []].flat().map(String);
      const timeZone = zone ?? value['time_zone'];
      const at = `/jobs/${name}`;
      const trouble = judgeTimes(expressions, typeof timeZone === 'string' ? timeZone : undefined);
      return [
        ...judgeName(`${at}/account`, account, { known: Object.keys(accounts), what: 'account' }),
        ...[notify ?? []].flat().flatMap((channel, index) =>
          judgeName(`${at}/notify/${index}`, channel, {
            known: Object.keys(channels),
            what: 'notification',
          }),
        ),
        ...(trouble === undefined ? [] : [{ pointer: `${at}/schedule`, message: trouble }]),
        ...(vault === undefined && value['vault'] === undefined
          ? [
              {
                pointer: `${at}/vault`,
                message: `The job "${name}" has no vault, and the file names none for all`,
              },
            ]
          : []),
      ];
    }),
  ];
}

function membersOf(value: unknown): Readonly<Record<string, JsonObject>> {
  return (isJsonObject(value) ? value : {}) as Readonly<Record<string, JsonObject>>; // The schema has proved it.
}

function judgeAccount(pointer: string, account: JsonObject): readonly Complaint[] {
  const ways = ['token', 'token_file', 'token_command'].filter((name) => account[name] !== undefined);
  const many =
    ways.length > 1
      ? [
          {
            pointer: `${pointer}/${ways[1]}`,
            message: `An account has one of ${ways.join(' and ')}, not both`,
          },
        ]
      : [];
  return [...many, ...judgeAddress(`${pointer}/base_url`, { url: account['base_url'] ?? null })];
}

/** Addresses with references are judged when they are whole. */
function judgeAddress(pointer: string, { url }: JsonObject): readonly Complaint[] {
  return typeof url !== 'string' || url.includes('${') || (/^https?:\/\//.test(url) && URL.canParse(url))
    ? []
    : [{ pointer, message: `${inWords(pointer)} must be an address that begins with https:// or http://` }];
}

interface NameBook {
  readonly known: readonly string[];
  readonly what: string;
}

function judgeName(pointer: string, name: unknown, { known, what }: NameBook): readonly Complaint[] {
  if (typeof name !== 'string' || known.includes(name)) {
    return [];
  }
  const nearest = nearestName(name, known);
  const help =
    nearest !== undefined
      ? `did you mean "${nearest}"?`
      : known.length === 0
        ? `the file has no ${what}s`
        : `there are ${known.join(', ')}`;
  return [{ pointer, message: `There is no ${what} "${name}"; ${help}` }];
}

function inWords(pointer: string): string {
  return `"${pointer.slice(1).split('/').map(plainName).join('.')}"`;
}

function plainName(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
