import { readlinkSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { systemErrorCode } from './failure.ts';
import { ifReadable } from './file-failure.ts';

/** Which process this is, also after its id was given to another one, and after a reboot. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** The boot of the machine's kernel; undefined where the system tells none (Linux does). */
  readonly bootId: string | undefined;
  /** When the process began, in the kernel's ticks since that boot; undefined as above. */
  readonly startTicks: string | undefined;
  /** Tells installations apart that have one host name (machine-id(5)); undefined where there is none. */
  readonly machineId: string | undefined;
  /** Where the process id is valid (pid_namespaces(7)): containers count from 1 each; undefined as above. */
  readonly pidNamespace: string | undefined;
}

/** Places among the fields behind the program's name in `/proc/PID/stat` (proc(5): fields 3 and 22). */
const STATE_FIELD = 0;
const START_FIELD = 19;

/** The identity of this process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  return {
    pid: process.pid,
    host: hostname(),
    bootId: await readBootId(),
    startTicks: (await readStat(process.pid))?.startTicks,
    machineId: (await ifReadable(readFile('/etc/machine-id', 'utf8')))?.trim() || undefined,
    pidNamespace: await ifReadable(readlink('/proc/self/ns/pid')),
  };
}

/**
 * Tells whether a process is over: `unknown` for one that cannot be asked from here, as it is on another host, in another
 * container, or on a machine of the same name. A process of the same id that began at another time is not the one.
 */
export async function isProcessOver(
  identity: ProcessIdentity,
  own?: ProcessIdentity,
): Promise<boolean | 'unknown'> {
  const { host, bootId, machineId, pidNamespace } = own ?? (await ownIdentity());
  if (identity.host !== host || differ(identity.machineId, machineId)) {
    return 'unknown';
  }
  if (differ(identity.bootId, bootId)) {
    return machineId !== undefined && identity.machineId === machineId ? true : 'unknown';
  }
  if (differ(identity.pidNamespace, pidNamespace)) {
    return 'unknown';
  }
  const present = await readStat(identity.pid);
  return (
    !isAlive(identity.pid) || present?.isZombie === true || differ(identity.startTicks, present?.startTicks)
  );
}

function differ(noted: string | undefined, present: string | undefined): boolean {
  return noted !== undefined && present !== undefined && noted !== present;
}

/** True where a process of this machine has that id; one that we may not signal is alive as well. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH';
  }
}

/** Where the ids of processes mean the same as here, as one word: one of another place tells nothing. */
export function placeOfPids(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname(); // Other systems than Linux have one place for all.
  }
}

async function readBootId(): Promise<string | undefined> {
  return (await ifReadable(readFile('/proc/sys/kernel/random/boot_id', 'utf8')))?.trim();
}

async function readStat(
  pid: number,
): Promise<{ readonly isZombie: boolean; readonly startTicks: string | undefined } | undefined> {
  const stat = await ifReadable(readFile(`/proc/${pid}/stat`, 'utf8'));
  // The program's name stands between parentheses and may hold blanks and parentheses itself.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && { isZombie: fields[STATE_FIELD] === 'Z', startTicks: fields[START_FIELD] };
}
