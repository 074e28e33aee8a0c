import { rowsOf } from '../base/rows.ts';

/** A row of `EXIT_CODES`. */
export interface ExitRow {
  readonly status: number;
  readonly meaning: string;
}

/** Exit statuses by name: of commands, and in reports what the same work would end with. */
export const EXIT_CODES = rowsOf<ExitRow>()({
  done: { status: 0, meaning: 'done' },
  failed: { status: 1, meaning: 'failed: a refused request, a full disk, an internal error' },
  usage: { status: 2, meaning: 'usage: the command line is wrong' },
  warnings: { status: 3, meaning: 'finished, with warnings or some repositories missing' },
  authentication: { status: 4, meaning: 'authentication or permission' },
  temporary: {
    status: 5,
    meaning: 'temporary: limits, server errors, network, stalled downloads',
  },
  verification: { status: 6, meaning: 'verification failed, or not an archive' },
  migrationFailed: { status: 7, meaning: 'the migration failed at the service' },
  pending: { status: 8, meaning: 'the migration was still pending at the deadline' },
  absent: { status: 10, meaning: 'archive, store or vault not found' },
  locked: { status: 11, meaning: 'locked by another run' },
  interrupted: { status: 130, meaning: 'interrupted' },
  unread: {
    status: 141,
    meaning: 'the reader of the output, such as head, stopped (SIGPIPE)',
  },
  terminated: { status: 143, meaning: 'stopped by SIGTERM, as a service manager does' },
});

/** The name of an exit status. */
export type ExitName = keyof typeof EXIT_CODES;
