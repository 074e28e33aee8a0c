import { definedMembers } from '../base/json.ts';
import type { AccountSettings } from '../config/configuration.ts';
import { dialectOf } from '../model/dialect.ts';
import { DIALECTS, type Dialect } from '../model/dialects.table.ts';
import { Failure } from '../model/failure.ts';
import type { ServiceSettings } from './service-settings.ts';

/** The API of an account of the configuration. */
export function addressOf({ baseUrl, dialect }: AccountSettings): URL {
  return chooseService(definedMembers({ baseUrl, dialect })).baseUrl;
}

export function chooseService(settings: Pick<ServiceSettings, 'baseUrl' | 'dialect'>): {
  readonly baseUrl: URL;
  readonly dialect: Dialect;
} {
  const named = settings.dialect === undefined ? undefined : DIALECTS[settings.dialect];
  const address = settings.baseUrl ?? (named ?? DIALECTS.github).defaultBaseUrl;
  if (address === undefined) {
    throw new Failure('usage', 'Cannot call the service: no base URL was given', {
      hint: 'Name it as "baseUrl"',
      commandHint: 'Name it with --base-url',
    });
  }
  if (!URL.canParse(address)) {
    throw new Failure('usage', `Cannot read the base URL "${address}": it is not a URL`, {
      hint: 'Give it in full, such as https://api.github.com',
    });
  }
  const baseUrl = new URL(address);
  return { baseUrl, dialect: named ?? dialectOf(baseUrl) };
}
