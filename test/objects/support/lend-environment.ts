import { onTestFinished } from 'vitest';

/** Sets variables of this process until the test ends: the SDK reads credentials from there. */
export function lendEnvironment(settings: Readonly<Record<string, string>>): void {
  const former = { ...process.env };
  Object.assign(process.env, settings);
  onTestFinished(() => {
    for (const name of Object.keys(settings)) {
      delete process.env[name];
    }
    Object.assign(process.env, former);
  });
}
