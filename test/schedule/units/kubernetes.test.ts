import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { UNIT_KINDS } from '../../../src/schedule/index.ts';
import { unitJob, unitPlan } from '../support/unit-plan.ts';

/** Generated from the OpenAPI description that Kubernetes publishes. */
const MODELS = { Deployment, CronJob, PodDisruptionBudget, PersistentVolumeClaim };

describe('kubernetesJobs()', () => {
  const jobs = [
    unitJob('Nightly_Work.1', ['@daily', '0 12 * * 1']),
    unitJob('b', ['0 4 ? * 5-7'], { timeZone: 'UTC' }),
  ];
  const [file] = UNIT_KINDS.kubernetes.write(unitPlan(jobs));
  const documents = parseAllDocuments(file?.content ?? '').map((document) => document.toJS());

  it('writes a claim and a CronJob for each schedule, in the zone of the job', () => {
    expect(documents.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
      ['PersistentVolumeClaim', 'satchel-data'],
      ['CronJob', 'satchel-nightly-work-1'],
      ['CronJob', 'satchel-nightly-work-1-2'],
      ['CronJob', 'satchel-b'],
    ]);
    expect(documents.slice(1).map(({ spec }) => [spec.schedule, spec.timeZone])).toEqual([
      ['0 0 * * *', 'Europe/Berlin'],
      ['0 12 * * 1', 'Europe/Berlin'],
      ['0 4 * * 0,5,6', 'UTC'], // Kubernetes does not accept 7 for Sunday.
    ]);
  });

  it('needs no claim if all vaults are in object storage', () => {
    const [written] = UNIT_KINDS.kubernetes.write(unitPlan(jobs, { hasVaultFolders: false }));
    const found = parseAllDocuments(written?.content ?? '').map((document) => document.toJS());
    expect(found.map(({ kind }) => kind)).toEqual(['CronJob', 'CronJob', 'CronJob']);
    for (const { spec } of found) {
      expect(spec.jobTemplate.spec.template.spec.volumes[0]).toEqual({ name: 'data', emptyDir: {} });
    }
    expect(written?.content).toContain('AWS_ACCESS_KEY_ID');
  });

  it('gives each CronJob a unique valid name, and keeps the name of the job in an annotation', () => {
    const alike = ['a.b', 'a-b', 'A_b', `${'x'.repeat(39)}.y_`, 'n-2'].map((name) =>
      unitJob(name, ['@daily']),
    );
    const all = [unitJob('n', ['@daily', '@weekly']), ...alike];
    const [written] = UNIT_KINDS.kubernetes.write(unitPlan(all));
    const [, ...crons] = parseAllDocuments(written?.content ?? '').map((document) => document.toJS());
    const names = crons.map(({ metadata }) => metadata.name);
    expect(new Set(names).size).toBe(7);
    expect(names.filter((name) => !/^[a-z0-9]([a-z0-9-]{0,50}[a-z0-9])?$/.test(name))).toEqual([]);
    expect(crons.at(-2)?.metadata.annotations).toEqual({ 'satchel/job': `${'x'.repeat(39)}.y_` });
    expect(crons.map(({ metadata }) => Object.keys(metadata.labels))).toEqual(
      crons.map(() => ['app.kubernetes.io/name']),
    );
  });

  it('lets no two runs of a job overlap, and shuts them away', () => {
    for (const { spec } of documents.slice(1)) {
      expect(spec).toMatchObject({ concurrencyPolicy: 'Forbid' });
      const pod = spec.jobTemplate.spec.template.spec;
      expect(pod).toMatchObject({
        restartPolicy: 'Never',
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      const [container] = pod.containers;
      expect(container).toMatchObject({
        image: 'registry.example.org/satchel:1',
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      });
      expect(container.args.slice(0, 5)).toEqual([
        'schedule',
        'run',
        '--config',
        '/config/satchel.yaml',
        '--job',
      ]);
      const mounted = container.volumeMounts.map(({ name }: { name: string }) => name).sort();
      expect(pod.volumes.map(({ name }: { name: string }) => name).sort()).toEqual(mounted);
    }
  });

  it('writes a Deployment of workers with probes, and a budget for disruptions', () => {
    const [written] = UNIT_KINDS.kubernetes.write(unitPlan(jobs, { hasVaultFolders: false, workers: 5 }));
    const [deployment, budget] = parseAllDocuments(written?.content ?? '').map((document) => document.toJS());
    expect(deployment).toMatchObject({ kind: 'Deployment', spec: { replicas: 5 } });
    const { spec: pod, metadata } = deployment.spec.template;
    expect(metadata.labels).toEqual(deployment.spec.selector.matchLabels);
    expect(pod.restartPolicy).toBe('Always');
    const [container] = pod.containers;
    expect(container.args).toContain('--worker');
    expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'watch' });
    expect(container.ports).toEqual([{ name: 'watch', containerPort: 9477 }]);
    expect(budget.spec).toEqual({ maxUnavailable: 1, selector: deployment.spec.selector });
  });

  it.each([{ workers: 3, hasVaultFolders: false }, { hasVaultFolders: false }, {}])(
    'writes what the published schemas accept, for %o',
    (more) => {
      const [written] = UNIT_KINDS.kubernetes.write(unitPlan(jobs, more));
      const found = parseAllDocuments(written?.content ?? '').map((document) => document.toJS());
      expect(found.length).toBeGreaterThan(1);
      for (const { kind, ...object } of found) {
        expect(() => new MODELS[kind as keyof typeof MODELS](object).validate(), kind).not.toThrow();
      }
      const broken = { ...found[0], spec: { ...found[0].spec, selector: 'x', schedule: 7, accessModes: 1 } };
      expect(() => new MODELS[broken.kind as keyof typeof MODELS](broken).validate()).toThrow();
    },
  );
});
