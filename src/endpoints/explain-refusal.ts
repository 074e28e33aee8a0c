import { Failure } from '../base/index.ts';

/** What a person can do about a status, by status. */
export type Cures = Readonly<Record<number, string>>;

/** Gives the failure of a call the hint that belongs to the status it was answered with. */
export async function explainRefusal<Answer>(cures: Cures, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const cure = error instanceof Failure ? cures[Number(error.details['status'])] : undefined;
    if (!(error instanceof Failure) || cure === undefined) {
      throw error;
    }
    throw new Failure(error.code, error.message, { cause: error, hint: cure, details: error.details });
  }
}
