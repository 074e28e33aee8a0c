import { definedMembers } from '../../base/json.ts';
import { plainVariables } from '../../base/run-program.ts';
import type { Environment } from '../../base/user-directories.ts';
import { checkAddress } from '../../config/check-address.ts';
import type { NotificationSettings } from '../../config/configuration.ts';
import { referencesIn, resolveReferences } from '../../config/environment.ts';
import { Failure } from '../../model/failure.ts';
import type { Channel } from '../../notify/channel.ts';
import type { Occasion } from '../../notify/message.ts';

const USUAL_OCCASIONS: readonly Occasion[] = ['failure', 'recovery', 'suspicion', 'age'];
const HOOK_TIMEOUT_MS = 60_000;

/** The channel of the settings, with its secrets from the environment. Fails if one is not set. */
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
      return { ...basics, type, command, timeoutMs, env: plainVariables(env) };
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

/** The values of all variables that a configuration refers to, and of the standard variables for tokens. */
export function secretsIn(settings: unknown, env: Environment): readonly string[] {
  const referred = referencesIn(JSON.stringify(settings)).map((name) => env[name]);
  const named = Object.entries(env).flatMap(([name, value]) => (IS_SECRET.test(name) ? [value] : []));
  return [...referred, ...named].filter((value) => value !== undefined && value !== '') as readonly string[];
}

const IS_SECRET = /TOKEN|SECRET|PASSWORD/i;

function occasionsOf({ type, on }: NotificationSettings): readonly Occasion[] {
  return type === 'healthchecks'
    ? ['start', 'success', 'failure']
    : ((on as readonly Occasion[] | undefined) ?? USUAL_OCCASIONS); // Validated by the schema.
}

function bearer(token: string | undefined): string | undefined {
  return token === undefined ? undefined : `Bearer ${token}`;
}

function readAddress(name: string, text = ''): URL {
  if (checkAddress(text) !== undefined) {
    throw new Failure(
      'configuration-wrong',
      `Cannot notify "${name}": its address is not a URL that begins with https://`, // The address is often a secret.
    );
  }
  return new URL(text);
}
