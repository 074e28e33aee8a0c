import { join } from 'node:path';
import { pathOf } from '../../../src/cli/flags/variables.ts';
import { leavesOf } from '../../../src/cli/help/documented-command.ts';
import { CURRENT } from '../../house/samples.ts';
import { createCommandContext } from './recorded-context.ts';

/** Commands that call the service. */
export const ASKING = new Set([
  'alerts',
  'backup',
  'budgets',
  'doctor',
  'events',
  'export',
  'login',
  'logout',
  'notifications',
  'rate-limit',
]);

/** The names of all commands without subcommands, in order. */
export async function everyCommand(): Promise<readonly string[]> {
  const commands = leavesOf(await createCommandContext().loadProgram());
  return commands.map((command) => pathOf(command).join(' ')).sort();
}

export interface Scene {
  readonly directory: string;
  readonly vault: string;
  readonly organization: string;
  readonly repository: string;
  /** The client id of the OAuth app of `login`. */
  readonly clientId: string;
  /** The archive to read; the sample by default. */
  readonly archive?: string;
}

/** The arguments after the name of each command, in this order; at least one case for each command. */
export function casesFor({
  directory,
  vault,
  organization,
  repository,
  clientId,
  archive = CURRENT,
}: Scene): Readonly<Record<string, Endings>> {
  const db = ['--vault', vault];
  const org = ['--org', organization];
  const out = (name: string) => ['--output', join(directory, 'out', name)];
  const alert = [`${organization}/orchard-map`, '2']; // It is open.
  const client = ['--client-id', clientId];
  return {
    login: [client, [...client, '--scope', 'gist', ...out('login')], []],
    logout: [[]],
    doctor: [[], ['--for', 'alerts', 'budgets']],
    'rate-limit': [[]],
    'events feeds': [[]],
    'events list': [
      ['--feed', 'public', '--capture'],
      ['--repository', repository, '--capture'],
    ],
    'notifications list': [
      ['--all', '--capture'],
      ['--all', '--capture'],
    ],
    'notifications view': [['1']],
    'notifications read': [['1'], ['--all']],
    'notifications done': [['1']],
    'notifications subscription': [['1']],
    'notifications subscribe': [['1']],
    'notifications unsubscribe': [['1']],
    'alerts list': [
      [...org, '--capture'],
      [...org, '--capture'],
    ],
    'alerts view': [alert],
    'alerts dismiss': [[...alert, '--reason', 'not_used']],
    'alerts reopen': [alert],
    'alerts assign': [[...alert, 'nobody']],
    'budgets list': [[...org, '--capture']],
    'budgets view': [['b1', ...org]],
    'budgets create': [['--scope', 'organization', '--sku', 'packages', ...org]],
    'budgets update': [['b1', '--amount', '1', ...org]],
    'budgets delete': [['b1', ...org]],
    completion: [['bash']],
    permissions: [['GET /user/migrations']],
    'export start': [['--repository', repository], ['--repository', repository], ['--dry-run']],
    'export wait': [['1']],
    'export list': [[]],
    'export repos': [[], ['1']],
    'export status': [['1']],
    backup: [
      [...db, '--with', 'events,notifications,alerts', '--clone', 'gists,stars'],
      [...db, ...org, '--with', 'alerts'],
      [...db, '--dry-run'],
    ],
    'export download': [
      ['1', ...out('one.tar.gz')],
      ['999', ...out('none.tar.gz')],
    ],
    'export delete': [['1']],
    'export unlock': [['1', repository]],
    inspect: [[archive]],
    verify: [[archive]],
    // Only the help of servers is requested: other tests cover their pages and logs.
    browse: [['--help']],
    open: [['--help']],
    mcp: [['--help']],
    'schedule run': [['--help']],
    init: [['--help']],
    'config check': [['--config', join(directory, 'none.yaml')]],
    'schedule install': [['--config', join(directory, 'none.yaml'), '--cron']],
    'schedule list': [['--config', join(directory, 'none.yaml')]],
    log: [['--vault', vault]],
    status: [['--vault', vault]],
    site: [['--help']],
    'lake sync': [[...db, ...out('lake')]],
    'vault check': [['--vault', vault]],
    'vault copy': [[vault, ...out('copy').slice(-1)]],
    'vault fetch-lfs': [['--vault', vault]],
    'vault forget': [['--vault', vault, '--keep-last', '1', '--dry-run']],
    'vault import': [['--vault', vault, archive]],
    'vault list': [['--vault', vault]],
    'vault pin': [['--vault', vault, 'none']],
    'vault prune': [['--vault', vault, '--dry-run']],
    'vault rebuild': [['--vault', vault, '--dry-run']],
    'vault repair': [['--vault', vault, '--dry-run']],
    'vault unpin': [['--vault', vault, 'none']],
    load: [
      [archive, '--db', join(directory, 'sample.db'), '--no-search'],
      [archive, '--db', join(directory, 'sample.db')],
    ],
    diff: [[archive, join(vault, 'store.db')]],
    history: [['https://service.example/nothing', ...db]],
    query: [['select json from alerts limit 5', ...db]],
    search: [['the', ...db]],
    datasette: [db],
    'issue list': [db],
    'issue view': [[`${repository}#1`, ...db]],
    'pr list': [db],
    'pr view': [[`${repository}#1`, ...db]],
    'release list': [db],
    'release view': [[repository, ...db]],
    'repo list': [db],
    'repo view': [[repository, ...db]],
    tables: [db],
    schema: [db],
    stats: [db],
    dump: [['ndjson', ...db, ...out('dump')]],
    push: [['--to', `file://${directory}/pushed/{owner}/{name}.git`, '--dry-run', ...db]],
    extract: [[join(vault, 'store.db'), join(directory, 'out', 'extracted')]],
    'validate docs-config': [[join(directory, 'absent.json')]],
    sandbox: [[]],
    demo: [[]],
  };
}

type Endings = readonly (readonly string[])[];
