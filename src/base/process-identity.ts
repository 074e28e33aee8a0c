import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { systemErrorCode } from './failure.ts';
import { ifReadable } from './file-failure.ts';

/**
 * Identifies a process even after a reboot, or after its id was reused. Optional members are undefined outside of
 * Linux.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** The boot of the machine's kernel. */
  readonly bootId: string | undefined;
  /** When the process started, in kernel ticks since that boot. */
  readonly startTicks: string | undefined;
  /** Distinguishes installations with the same host name (machine-id(5)). */
  readonly machineId: string | undefined;
  /** Where the process id is valid (pid_namespaces(7)): each container counts from 1. */
  readonly pidNamespace: string | undefined;
}

/** Indexes of the fields after the program's name in `/proc/PID/stat` (proc(5): fields 3 and 22). */
const STATE_FIELD = 0;
const START_FIELD = 19;

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
 * Checks whether a process has ended: `unknown` if it cannot be checked from here because it is on another host, in
 * another container, or on another machine with the same name. Ids are reused, so start times are compared too.
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

function differ(recorded: string | undefined, present: string | undefined): boolean {
  return recorded !== undefined && present !== undefined && recorded !== present;
}

/** True if a process with this id exists on this machine, even if we may not signal it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH';
  }
}

async function readBootId(): Promise<string | undefined> {
  return (await ifReadable(readFile('/proc/sys/kernel/random/boot_id', 'utf8')))?.trim();
}

async function readStat(
  pid: number,
): Promise<{ readonly isZombie: boolean; readonly startTicks: string | undefined } | undefined> {
  const stat = await ifReadable(readFile(`/proc/${pid}/stat`, 'utf8'));
  // The program's name is in parentheses, and may itself contain spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && { isZombie: fields[STATE_FIELD] === 'Z', startTicks: fields[START_FIELD] };
}
