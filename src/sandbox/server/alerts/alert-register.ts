import type { Alert } from '../../world/alerts/alert.ts';

/** The alerts of all repositories. */
export interface AlertRegister {
  list(): readonly Alert[];
  /** By `owner/name` as the world spells it, and number. */
  find(repository: string, number: number): Alert | undefined;
  /** Puts an alert in the place of the one with its repository and number. */
  replace(alert: Alert): void;
}

/** Keeps alerts in memory. */
export function createAlertRegister(alerts: readonly Alert[]): AlertRegister {
  const byKey = new Map(alerts.map((alert) => [keyOf(alert.repository, alert.number), alert]));
  return {
    list: () => [...byKey.values()],
    find: (repository, number) => byKey.get(keyOf(repository, number)),
    replace: (alert) => void byKey.set(keyOf(alert.repository, alert.number), alert),
  };
}

function keyOf(repository: string, number: number): string {
  return `${repository}#${number}`;
}
