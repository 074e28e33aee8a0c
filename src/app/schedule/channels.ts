import { definedMembers, type Environment, Failure } from '../../base/index.ts';
import {
  judgeAddress,
  type NotificationSettings,
  referencesIn,
  resolveReferences,
} from '../../config/index.ts';
import type { Channel, Occasion } from '../../notify/index.ts';

const USUAL_OCCASIONS: readonly Occasion[] = ['failure', 'recovery', 'suspicion', 'age'];
const HOOK_TIMEOUT_MS = 60_000;

/** The channel that settings mean, with its secrets taken from the environment. Fails where one is not there. */
export function openChannel(settings: NotificationSettings, env: Environment): Channel {
  const resolve = (text: string | undefined) =>
    text === undefined ? undefined : resolveReferences(text, env);
  const { name, type } = settings;
  const basics = {
    name,
    on: occasionsOf(settings),
    templates: definedMembers({ title: settings.title, text: settings.text }),
  };
  switch (type) {
    case 'email': {
      const { host = '', port, security = 'starttls', from = '', to = [] } = settings;
      const secrets = definedMembers({ port, user: settings.user, password: resolve(settings.password) });
      return { ...basics, type, host, security, from, to, ...secrets };
    }
    case 'exec': {
      const { command = [], timeoutMs = HOOK_TIMEOUT_MS } = settings;
      return { ...basics, type, command, timeoutMs, env: withoutTokens(env) };
    }
    default: {
      const authorization = resolve(settings.authorization ?? bearer(settings.token));
      return {
        ...basics,
        type,
        url: readAddress(name, resolve(settings.url)),
        ...definedMembers({ authorization }),
      };
    }
  }
}

/** The values of all variables that a configuration refers to, and of those that hold tokens by their name. */
export function secretsIn(settings: unknown, env: Environment): readonly string[] {
  const referred = referencesIn(JSON.stringify(settings)).map((name) => env[name]);
  const named = Object.entries(env).flatMap(([name, value]) => (IS_SECRET.test(name) ? [value] : []));
  return [...referred, ...named].filter((value) => value !== undefined && value !== '') as readonly string[];
}

const IS_SECRET = /TOKEN|SECRET|PASSWORD/;

function occasionsOf({ type, on }: NotificationSettings): readonly Occasion[] {
  return type === 'healthchecks'
    ? ['start', 'success', 'failure']
    : ((on as readonly Occasion[] | undefined) ?? USUAL_OCCASIONS); // The schema has proved the names.
}

function bearer(token: string | undefined): string | undefined {
  return token === undefined ? undefined : `Bearer ${token}`;
}

/** A hook is told what happened; it has no need of the tokens. */
function withoutTokens(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !IS_SECRET.test(name)));
}

function readAddress(name: string, text = ''): URL {
  if (judgeAddress(text) !== undefined) {
    throw new Failure(
      'configuration-wrong',
      `Cannot notify "${name}": its address is not a URL that begins with https://`, // The address is often a secret.
    );
  }
  return new URL(text);
}
