import { expect, it } from 'vitest';
import { createQuestionGate } from '../../../../src/reading/browsing/asking/question-gate.ts';

/** A query that completes when the test calls `end`. */
function question() {
  let end: (answer: string) => void = () => undefined;
  const answer = new Promise<string>((resolve) => {
    end = resolve;
  });
  let isAsked = false;
  const ask = () => {
    isAsked = true;
    return answer;
  };
  return { ask, end: () => end('answer'), isAsked: () => isAsked };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('answers a few at once, the others in their order, and refuses more than may wait', async () => {
  const gate = createQuestionGate({ maxAtWork: 2, maxWaiting: 2 });
  const questions = Array.from({ length: 4 }, question);
  const answers = questions.map(({ ask }) => gate.pass({ processes: 1 }, ask));
  await settle();
  expect(questions.map(({ isAsked }) => isAsked())).toEqual([true, true, false, false]);
  await expect(gate.pass({ processes: 1 }, question().ask)).rejects.toMatchObject({ code: 'busy' });
  questions[1]?.end();
  await answers[1];
  await settle();
  expect(questions.map(({ isAsked }) => isAsked())).toEqual([true, true, true, false]);
  for (const { end } of questions) {
    end();
  }
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 4 }, () => 'answer'));
});

it('gives the place of somebody who has left to the next, and goes on after a question that fails', async () => {
  const gate = createQuestionGate({ maxAtWork: 1, maxWaiting: 2 });
  const first = question();
  const leaving = new AbortController();
  const [one, left] = [
    gate.pass({ processes: 1 }, async () => {
      await first.ask();
      throw new Error('failed');
    }),
    gate.pass({ processes: 1, signal: leaving.signal }, question().ask),
  ];
  const last = gate.pass({ processes: 1 }, async () => 'last');
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  first.end();
  await expect(one).rejects.toThrow('failed');
  expect(await last).toBe('last');
});

it('refuses who waits too long', async () => {
  const gate = createQuestionGate({ maxAtWork: 1, maxWaitMs: 1 });
  const first = question();
  const one = gate.pass({ processes: 1 }, first.ask);
  await expect(gate.pass({ processes: 1 }, question().ask)).rejects.toMatchObject({ code: 'busy' });
  first.end();
  await one;
});
