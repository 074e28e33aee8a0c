import { fork } from 'node:child_process';
import { constants, setPriority, tmpdir } from 'node:os';
import { compiledPath } from '../../base/own-package.ts';
import { formatSize } from '../../base/sizes.ts';
import type { Helper } from '../../base/work-pool.ts';
import { Failure } from '../../model/failure.ts';

interface ProcessOptions {
  /** The program of the process, which calls `answerJobs`. */
  readonly program: URL;
  readonly maxMemoryBytes: number;
  /** Whether to run at low priority, for servers that keep answering meanwhile. */
  readonly isInBackground?: boolean | undefined;
}

/** What a process is sent: a job, and how much memory it may use as a whole. */
export interface ProcessJob {
  readonly job: unknown;
  readonly maxMemoryBytes: number;
}

/** Starts a process of a pool. It inherits no environment and has no output. */
export function startProcess(options: ProcessOptions): Helper {
  const { program, maxMemoryBytes, isInBackground = false } = options;
  const child = fork(compiledPath(program), {
    env: { SQLITE_TMPDIR: tmpdir() },
    execArgv: [`--max-old-space-size=${Math.ceil(maxMemoryBytes / 2 ** 20)}`],
    serialization: 'advanced', // Preserves bytes, bigints and undefined.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { pid } = child;
  if (isInBackground && pid !== undefined) {
    // Once it is ready: starting takes long at low priority.
    child.once('message', () => setPriority(pid, constants.priority.PRIORITY_LOW));
  }
  const ended = new Promise((resolve) => {
    child.once(child.pid === undefined ? 'error' : 'exit', resolve);
  });
  child.once('exit', (_, killer) => child.emit('error', endingOf(killer, maxMemoryBytes)));
  return {
    events: child,
    send(job) {
      const sent: ProcessJob = { job, maxMemoryBytes };
      child.send(sent, () => undefined); // Fails if the process has exited, which is handled.
    },
    hold(isHeld) {
      for (const handle of [child, child.channel]) {
        if (isHeld) {
          handle?.ref();
        } else {
          handle?.unref();
        }
      }
    },
    async stop() {
      child.kill('SIGKILL'); // A process inside of SQLite handles no other signal.
      await ended;
    },
  };
}

/** If we did not kill the process, its own watchdog or the system did, because it used too much memory. */
function endingOf(killer: NodeJS.Signals | null, maxMemoryBytes: number): Failure {
  return killer === 'SIGKILL' || killer === 'SIGABRT'
    ? new Failure(
        'query-stopped',
        `Cannot run the query: it used more memory than ${formatSize(maxMemoryBytes)}`,
      )
    : new Failure('query-stopped', 'Cannot run the query: its process ended unexpectedly');
}
