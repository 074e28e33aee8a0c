import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';

/** A browser, or why there is none. */
export type Launched =
  | { readonly browser: Browser; readonly reason?: undefined }
  | { readonly browser?: undefined; readonly reason: string };

/** The package's arguments are for tiny machines; these two make a browser that does not outlive its first page. */
const UNWANTED = new Set(['--single-process', '--no-zygote']);
/** Nothing of the browser's own may look like a request of ours. */
const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser of the package (Linux on x86-64), elsewhere one that is installed. */
export async function launchBrowser(): Promise<Launched> {
  try {
    if (process.platform === 'linux' && process.arch === 'x64') {
      const args = [...chromium.args.filter((arg) => !UNWANTED.has(arg)), ...QUIET];
      return {
        browser: await driver.launch({
          args,
          executablePath: await chromium.executablePath(),
          headless: true,
        }),
      };
    }
    return { browser: await driver.launch({ channel: 'chrome', headless: true }) };
  } catch (error) {
    return { reason: `no browser could be started: ${String(error).split('\n')[0]}` };
  }
}
