import type { Alert } from '../../world/alerts/alert.ts';

/** The alerts of all repositories. */
export interface AlertRegister {
  list(): readonly Alert[];
  /** By `owner/name` as the world spells it, and number. */
  find(repository: string, number: number): Alert | undefined;
  /** Puts an alert in the place of the one with its repository and number. */
  replace(alert: Alert): void;
}

/** Keeps alerts; `onChange` hears of all that were ever replaced, whenever there is a new one. */
export function createAlertRegister(
  alerts: readonly Alert[],
  onChange: (changed: readonly Alert[]) => void,
): AlertRegister {
  const byKey = new Map(alerts.map((alert) => [keyOf(alert.repository, alert.number), alert]));
  const changed = new Map<string, Alert>();
  return {
    list: () => [...byKey.values()],
    find: (repository, number) => byKey.get(keyOf(repository, number)),
    replace(alert) {
      const key = keyOf(alert.repository, alert.number);
      byKey.set(key, alert);
      changed.set(key, alert);
      onChange([...changed.values()]);
    },
  };
}

function keyOf(repository: string, number: number): string {
  return `${repository}#${number}`;
}
