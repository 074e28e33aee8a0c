import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver } from 'playwright-core';
import { FOLDER } from '../../../house/packed-program.ts';

const PACKAGE_FILE = new URL('../../../../node_modules/@sparticuz/chromium/package.json', import.meta.url);

/** A browser, or the reason why there is none. */
export type Launched =
  | { readonly browser: Browser; readonly reason?: undefined }
  | { readonly browser?: undefined; readonly reason: string };

/** Arguments of the package, which is for tiny machines. */
const UNWANTED = new Set([
  // With these two, the browser does not survive its first page.
  '--single-process',
  '--no-zygote',
  '--in-process-gpu',
  '--ignore-gpu-blocklist',
  // Users have these protections.
  '--allow-running-insecure-content',
  '--disable-web-security',
]);
/** Suppresses the browser's own requests, which would look like ours. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Launches the browser of the package (Linux on x86-64), or on other systems an installed one. */
export async function launchBrowser(): Promise<Launched> {
  try {
    if (process.platform === 'linux' && process.arch === 'x64') {
      chromium.setGraphicsMode = false; // An emulated GPU takes longer than drawing without any.
      const args = [...chromium.args.filter((arg) => !UNWANTED.has(arg)), ...QUIET];
      return {
        browser: await driver.launch({
          args,
          executablePath: unpackedBrowser(),
          headless: true,
        }),
      };
    }
    return { browser: await driver.launch({ channel: 'chrome', headless: true }) };
  } catch (error) {
    return { reason: `no browser could be started: ${String(error).split('\n')[0]}` };
  }
}

/**
 * The package takes its browser out of an archive, which takes as long as a test file: it is kept for later runs. Another
 * process may be writing that file, so each takes it out into a folder of its own and moves it.
 */
function unpackedBrowser(): string {
  const { version } = JSON.parse(readFileSync(PACKAGE_FILE, 'utf8'));
  const path = join(FOLDER, `browser-${version}`);
  if (!existsSync(path)) {
    mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
    const own = mkdtempSync(join(FOLDER, 'unpacked-browser-'));
    const unpack =
      "import('@sparticuz/chromium').then(({ default: { executablePath } }) => executablePath())";
    execFileSync(process.execPath, ['--eval', unpack], { env: { ...process.env, TMPDIR: own } });
    renameSync(join(own, 'chromium'), path);
    rmSync(own, { recursive: true });
  }
  return path;
}
