import { describe, expect, it } from 'vitest';
import { guessExporter } from '../../src/archive/guess-exporter.ts';

const NOTHING = { schemaDocument: undefined, urlsDocument: undefined, logNames: [] };

describe('guessExporter()', () => {
  it('recognizes exporters by their traces', () => {
    const urlsOf = (template: string) => ({ ...NOTHING, urlsDocument: { pull_request: template } });
    expect(guessExporter(NOTHING)).toBe('unknown');
    expect(guessExporter({ ...NOTHING, schemaDocument: { version: '1.1.0', github_sha: 'abc' } })).toBe(
      'service',
    );
    expect(guessExporter({ ...NOTHING, schemaDocument: { version: '1.0.1' } })).toBe('gh-bbc-exporter');
    expect(guessExporter({ ...NOTHING, logNames: ['log/gl-exporter.log'] })).toBe('gl-exporter');
    expect(guessExporter(urlsOf('{scheme}://{+host}/{owner}/{repository}/merge_requests/{number}'))).toBe(
      'gl-exporter',
    );
    expect(guessExporter(urlsOf('{scheme}://{+host}/{owner}/pull-requests/{number}'))).toBe('bbs-exporter');
  });
});
