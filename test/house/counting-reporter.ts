import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with the plain line `N passed, N failed`, which is easy to parse. */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state } = test.result();
        if (state !== 'pending') {
          counts[state] += 1;
        }
      }
      for (const suite of [module, ...module.children.allSuites()]) {
        counts.failed += suite.errors().length;
      }
    }
    const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
    process.on('exit', () =>
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`),
    );
  }
}
