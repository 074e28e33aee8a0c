import { DIALECTS } from '../model/dialects.table.ts';
import { loadYaml } from './read-document.ts';

const DAY_MS = 86_400_000;

/** The answers to the questions of `init`. */
export interface StarterAnswers {
  /** Default: the public service. */
  readonly baseUrl: string | undefined;
  readonly organization: string | undefined;
  /** The name of its only job. */
  readonly job: string;
  readonly vault: string;
  readonly schedule: string;
  readonly timeZone: string;
  /** The source of the token: a variable, a file, a command, or the GitHub CLI. */
  readonly token:
    | { readonly variable: string }
    | { readonly file: string }
    | { readonly command: readonly string[] }
    | 'gh';
  /** The variable with an address that is pinged at the start and end of each run. */
  readonly pingVariable: string | undefined;
}

/**
 * A commented configuration in YAML with the answers, and with other settings as comments. `max_age` exceeds the
 * longest pause of the schedule by half, and at least by two days, so that a single failure does not raise an alarm
 * about the age.
 */
export function starterConfiguration(answers: StarterAnswers, longestPauseMs: number): string {
  const { baseUrl, organization, job, vault, schedule, timeZone, pingVariable } = answers;
  // An account of comments alone would not be a group of settings.
  const address = baseUrl ?? (answers.token === 'gh' ? DIALECTS.github.defaultBaseUrl : undefined);
  const maxAgeDays = Math.ceil((longestPauseMs + Math.max(2 * DAY_MS, longestPauseMs / 2)) / DAY_MS);
  return `# The configuration of Satchel. "satchel config check" shows what is wrong with it.
# Do not write secrets here: \${NAME} is replaced by the environment variable NAME when it is needed.

# Where archives, manifests and the store are kept.
vault: ${scalar(vault)}

# The time zone of the schedules. Times skipped by a change of clocks run at the change;
# times that occur twice run the first time.
time_zone: ${scalar(timeZone)}

accounts:
  main:
${address === undefined ? '    # base_url: https://code.example.org/api/v3    # a self-managed server' : `    base_url: ${scalar(address)}`}
${tokenLines(answers.token)}
jobs:
  ${job}:
    account: main
${organization === undefined ? '    # organization: acme      # its work instead of your own' : `    organization: ${scalar(organization)}`}
    schedule: ${JSON.stringify(schedule)}
    jitter: 5m                # start up to this much later, to spread the load on the service
    catch_up: true            # after missed runs, run once
    max_age: ${`${maxAgeDays}d`.padEnd(17)}# send an alert when the last good backup is older
    # repositories: [acme/rocket]        # all of the account unless named
    # leave_out: [releases]              # metadata, git_data, attachments, releases, owner_projects
    # with: [events, notifications]      # also keep these in the store
    # clone: [gists, stars]              # also clone your gists and starred repositories
    # retention: { last: 3, daily: 7, weekly: 4, monthly: 12 }
    # encryption: { recipients: [age1…] }
${pingVariable === undefined ? '    # notify: [ping]' : '    notify: [ping]'}

${notificationLines(pingVariable)}
# daemon:                     # of "satchel schedule run"
#   port: 9477                # /healthz and /metrics, on this machine only
#   concurrency: 2
# log:
#   level: info
#   file: ~/.local/state/satchel/satchel.log
`;
}

function tokenLines(token: StarterAnswers['token']): string {
  const others = '    # or token_file: ~/.satchel-token, or token_command: [pass, show, satchel]\n';
  if (token === 'gh') {
    return `    # The token comes from "gh auth token" for this host, unless SATCHEL_TOKEN is set.\n${others}`;
  }
  if ('file' in token) {
    return `    token_file: ${scalar(token.file)}    # that only you can read: chmod 600\n`;
  }
  return 'variable' in token
    ? `    token: \${${token.variable}}\n${others}`
    : `    token_command: ${JSON.stringify(token.command)}\n`;
}

function notificationLines(pingVariable: string | undefined): string {
  const more = `#  mail:
#    type: email
#    host: smtp.example.org
#    user: mira
#    password: \${SMTP_PASSWORD}
#    from: satchel@example.org
#    to: [mira@example.org]
#  chat:
#    type: slack             # or teams, ntfy, webhook, exec
#    url: \${SLACK_WEBHOOK}
#    on: [failure, recovery, suspicion, age]
`;
  return pingVariable === undefined
    ? `# notifications:            # who is notified of failures, recovery, sudden drops and old backups\n${more}`
    : `notifications:              # who is notified of failures, recovery, sudden drops and old backups
  ping:
    type: healthchecks        # /start and /fail are appended to the address
    url: \${${pingVariable}}
${more}`;
}

function scalar(text: string): string {
  return loadYaml().stringify(text, { lineWidth: 0 }).trimEnd();
}
