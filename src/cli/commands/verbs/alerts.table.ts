import type { Command } from 'commander';
import { definedMembers } from '../../../base/json.ts';
import { type AlertChange, DISMISSAL_REASONS } from '../../../endpoints/alert-change.ts';
import { ALERT_FILTERS, type AlertFilterName } from '../../../endpoints/alert-filters.table.ts';
import { type AlertPlace, createAlerts } from '../../../endpoints/alerts.ts';
import type { AlertJson } from '../../../endpoints/answer-types.ts';
import { Failure } from '../../../model/failure.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd, gatherNames, parseWholeNumber } from '../../flags/flags.ts';
import type { ServiceCommandFlags } from '../../flags/run-with-service.ts';
import type { RecordColumns } from '../../render/write-records.ts';
import {
  defineVerbs,
  type Verb,
  type VerbArgument,
  type VerbCall,
  type VerbFlag,
  type VerbInput,
} from './define-verbs.ts';

/** `satchel alerts …`: alerts of the service on vulnerable dependencies (specification 4.2). */
export function defineAlerts(command: Command, context: CommandContext): void {
  defineVerbs(command, ALERT_VERBS, context);
  addHelpEnd(command, [
    'alerts list --org acme --state open --severity high critical',
    'alerts dismiss acme/rocket 7 --reason tolerable_risk --comment "only in tests"',
  ]);
}

const COLUMNS: RecordColumns<AlertJson> = {
  repo: (alert) => alert.repository?.full_name,
  number: (alert) => alert.number,
  state: (alert) => alert.state,
  severity: (alert) => alert.security_advisory?.severity,
  ecosystem: (alert) => alert.dependency?.package?.ecosystem,
  package: (alert) => alert.dependency?.package?.name,
  fixed_in: (alert) => alert.security_vulnerability?.first_patched_version?.identifier,
  created_at: (alert) => alert.created_at,
  summary: (alert) => alert.security_advisory?.summary,
};

/** Alerts of one repository come without its name, which the command line has then. */
function columnsIn(repository: string | undefined): RecordColumns<AlertJson> {
  return { ...COLUMNS, repo: (alert) => alert.repository?.full_name ?? repository };
}

/** The fields shown for a single alert. */
const factsIn = (repository: string): RecordColumns<AlertJson> => ({
  ...columnsIn(repository),
  vulnerable: (alert) => alert.security_vulnerability?.vulnerable_version_range,
  manifest: (alert) => alert.dependency?.manifest_path,
  scope: (alert) => alert.dependency?.scope,
  advisory: ({ security_advisory: advisory }) => joinKnown([advisory?.ghsa_id, advisory?.cve_id]),
  assignees: (alert) => joinKnown((alert.assignees ?? []).map((account) => account?.login)),
  dismissed: ({
    dismissed_at: at,
    dismissed_by: by,
    dismissed_reason: reason,
    dismissed_comment: comment,
  }) => (at === null || at === undefined ? null : joinKnown([at, by?.login, reason, comment])),
  fixed_at: (alert) => alert.fixed_at,
  address: (alert) => alert.html_url,
});

const FILTER_NAMES = Object.keys(ALERT_FILTERS) as readonly AlertFilterName[];

const ADDRESS: readonly VerbArgument[] = [
  ['<repository>', 'OWNER/NAME of the repository'],
  ['<number>', 'number of the alert', parseWholeNumber],
];

type Address = [repository: string, number: number];

interface ListFlags extends Readonly<Partial<Record<string, unknown>>> {
  readonly enterprise?: string;
  readonly repository?: string;
}

interface DismissFlags {
  readonly reason: string;
  readonly comment?: string;
}

interface AssignFlags {
  readonly nobody?: boolean;
  readonly customInstructions?: string;
  readonly customAgent?: string;
  readonly model?: string;
}

type AssignArguments = [...Address, assignees: readonly string[]];

const ALERT_VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'list dependency alerts',
    isList: true,
    flags: [
      ['--enterprise <slug>', 'alerts of the organizations of an enterprise that you manage'],
      ['--repository <owner/name>', 'alerts of a repository'],
      ...FILTER_NAMES.map(
        (name): VerbFlag => [
          `--${name.replaceAll('_', '-')} <value...>`,
          ALERT_FILTERS[name].says,
          { parse: gatherNames },
        ],
      ),
    ],
    examples: [
      'alerts list --org acme --state open --severity high critical',
      'alerts list --repository acme/rocket --has patch --csv',
    ],
    async run({ flags, service, showList }: VerbCall<[], ListFlags>) {
      const place = placeOf(flags);
      const filters = FILTER_NAMES.map((name) => [name, flags[camelCase(name)]]);
      const items = createAlerts(service.client).list(place, definedMembers(Object.fromEntries(filters)));
      const repo = place.type === 'repository' ? place.name : undefined;
      await showList({
        items,
        columns: columnsIn(repo),
        omitFirst: ['created_at', 'fixed_in', 'ecosystem', 'package'],
        capture: { name: 'alerts', ...definedMembers({ repo }) },
      });
    },
  },
  {
    name: 'view',
    summary: 'show one alert',
    arguments: ADDRESS,
    examples: ['alerts view acme/rocket 7', 'alerts view acme/rocket 7 --json'],
    async run({ args: [repository, number], service, showRecord }: VerbCall<Address>) {
      await showRecord(await createAlerts(service.client).get(repository, number), factsIn(repository));
    },
  },
  {
    name: 'dismiss',
    summary: 'dismiss an open alert, with a reason',
    arguments: ADDRESS,
    flags: [
      ['--reason <reason>', 'why', { choices: DISMISSAL_REASONS }],
      ['--comment <text>', 'more about it, in 280 characters at most'],
    ],
    examples: ['alerts dismiss acme/rocket 7 --reason not_used'],
    async run(call: VerbCall<Address, DismissFlags>) {
      const { reason, comment } = call.flags;
      const reasons = definedMembers({ dismissedReason: reason, dismissedComment: comment });
      await change(call, { state: 'dismissed', ...reasons });
    },
  },
  {
    name: 'reopen',
    summary: 'open a dismissed alert again',
    arguments: ADDRESS,
    examples: ['alerts reopen acme/rocket 7'],
    run: (call: VerbCall<Address>) => change(call, { state: 'open' }),
  },
  {
    name: 'assign',
    summary: 'assign an alert',
    arguments: [...ADDRESS, ['[login...]', 'logins of the assignees']],
    flags: [
      ['--nobody', 'remove the assignees'],
      ['--custom-instructions <text>', 'instructions for an agent among the assignees'],
      ['--custom-agent <name>', 'which agent'],
      ['--model <name>', 'which model the agent uses'],
    ],
    examples: ['alerts assign acme/rocket 7 mira', 'alerts assign acme/rocket 7 --nobody'],
    check({ args: [, , assignees], flags }: VerbInput<AssignArguments, AssignFlags>) {
      if (assignees.length > 0 === (flags.nobody === true)) {
        throw new Failure('usage', 'Cannot assign the alert: name logins, or give --nobody');
      }
    },
    async run(call: VerbCall<AssignArguments, AssignFlags>) {
      const { customInstructions, customAgent, model } = call.flags;
      const [, , assignees] = call.args;
      await change(call, { assignees, ...definedMembers({ customInstructions, customAgent, model }) });
    },
  },
];

async function change(
  { args: [repository, number], service, showRecord }: VerbCall<[...Address, ...unknown[]]>,
  wanted: AlertChange,
): Promise<void> {
  const changed = await createAlerts(service.client).update(repository, number, wanted);
  await showRecord(changed, factsIn(repository));
}

function placeOf({ enterprise, org, repository }: ListFlags & ServiceCommandFlags): AlertPlace {
  const places: readonly AlertPlace[] = [
    ...(enterprise === undefined ? [] : [{ type: 'enterprise', name: enterprise } as const]),
    ...(org === undefined ? [] : [{ type: 'organization', name: org } as const]),
    ...(repository === undefined ? [] : [{ type: 'repository', name: repository } as const]),
  ];
  const [place] = places;
  if (place === undefined || places.length > 1) {
    throw new Failure('usage', 'Cannot list alerts: no enterprise, organization or repository was named', {
      hint: 'Give one of --enterprise, --org and --repository',
    });
  }
  return place;
}

function camelCase(name: string): string {
  return name.replaceAll(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase());
}

function joinKnown(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined).join(', ');
}
