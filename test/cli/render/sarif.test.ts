import { describe, expect, it } from 'vitest';
import { toSarif } from '../../../src/cli/render/sarif.ts';
import { FINDINGS } from '../../../src/model/findings.table.ts';
import { createFinding, createFindingCounter } from '../../../src/model/findings.ts';

describe('toSarif()', () => {
  it('gives each finding its rule, level and place', () => {
    const counter = createFindingCounter();
    counter.add(
      createFinding('record-invalid', 'Record 3 is wrong', {
        entryName: 'issues_000001.json',
        recordIndex: 3,
        url: 'https://service.example/a/b/issues/4',
        pointer: '/labels/0',
      }),
    );
    counter.add(createFinding('schema-file-absent', 'There is no schema.json'));
    const log = JSON.parse(JSON.stringify(toSarif('my work.tar.gz', counter.tallies())));
    expect(log.version).toBe('2.1.0');
    const [run] = log.runs;
    expect(run.tool.driver.rules).toHaveLength(Object.keys(FINDINGS).length);
    expect(run.artifacts[0].location.uri).toBe('my%20work.tar.gz');
    expect(run.results).toMatchObject([
      {
        ruleId: 'record-invalid',
        level: 'error',
        message: { text: 'Record 3 is wrong' },
        locations: [{ logicalLocations: [{ fullyQualifiedName: 'issues_000001.json/3/labels/0' }] }],
        partialFingerprints: { recordUrl: 'https://service.example/a/b/issues/4' },
      },
      { ruleId: 'schema-file-absent', level: 'note' },
    ]);
    expect(run.properties.counts).toEqual({ 'record-invalid': 1, 'schema-file-absent': 1 });
  });
});
