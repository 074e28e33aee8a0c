import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a run with the plain line `N passed, N failed`, which is easy to parse. Names the tests that a crashed worker
 * has left unfinished: nothing else does.
 */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    const unfinished: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'pending') {
          unfinished.push(`${module.relativeModuleId} > ${test.fullName}`);
        } else {
          counts[state] += 1;
        }
      }
      for (const suite of [module, ...module.children.allSuites()]) {
        counts.failed += suite.errors().length;
      }
    }
    const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
    process.on('exit', () => {
      for (const name of unfinished) {
        process.stdout.write(`unfinished: ${name}\n`);
      }
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
    });
  }
}
