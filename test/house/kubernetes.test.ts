import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { runSatchel } from '../../src/cli/program.ts';
import { createCommandContext, createRecordedContext } from '../cli/support/recorded-context.ts';
import { everyCommand, nameOf, parseErrorOf } from './docs-commands.ts';
import { ROOT } from './documents.ts';

const GUIDE = readFileSync(join(ROOT, 'docs/guides/kubernetes.md'), 'utf8');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const [aJob = [], workers = []] = [...GUIDE.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) =>
  parseAllDocuments(text).map((document) => document.toJS({ maxAliasCount: 0 })),
);
const [jobConfig, claim, cronJob] = aJob;
const [workerConfig, deployment, budget] = workers;

describe.each([
  { kind: 'CronJob', config: jobConfig, pod: cronJob.spec.jobTemplate.spec.template.spec },
  { kind: 'Deployment', config: workerConfig, pod: deployment.spec.template.spec },
])('the $kind in the guide', ({ config, pod }) => {
  const [container] = pod.containers;
  const settings = config.data['satchel.yaml'];

  it('has a command line that the program accepts, for a job that is in the configuration', async () => {
    const run = (await everyCommand(createCommandContext())).find(
      (command) => nameOf(command) === `satchel ${container.args.slice(0, 2).join(' ')}`,
    );
    expect(run && parseErrorOf(run, container.args.slice(2))).toBeUndefined();
    expect(run?.name()).toBe('run');
    const job = container.args[container.args.indexOf('--job') + 1];
    expect(Object.keys(parse(settings).jobs)).toContain(container.args.includes('--job') ? job : 'nightly');
    expect(container.image).toBe(`registry.example.org/satchel:${version}`);
  });

  it('has a valid configuration, whose vault is in a volume that can be written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-kubernetes-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'satchel.yaml');
    writeFileSync(path, settings);
    const context = createRecordedContext({ env: { HOME: folder, SATCHEL_TOKEN: 'ghp_none' } });
    expect(await runSatchel(['config', 'check', '--config', path], context)).toBe(0);
    expect(parse(settings).vault).toMatch(/^(?:\/data\/|s3:\/\/)/);
    const mounts = container.volumeMounts.filter(({ readOnly }: { readOnly?: boolean }) => readOnly !== true);
    expect(mounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual(['/data', '/tmp']);
    expect(container.env).toEqual([
      { name: 'HOME', value: '/data/home' },
      { name: 'TMPDIR', value: '/tmp' },
    ]);
  });

  it('can do nothing but its work', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('mounts each of its volumes, and names what the guide makes', () => {
    const mounted = container.volumeMounts.map(({ name }: { name: string }) => name);
    expect(pod.volumes.map(({ name }: { name: string }) => name)).toEqual(mounted);
    const [data, given] = pod.volumes;
    expect(data.persistentVolumeClaim?.claimName ?? claim.metadata.name).toBe(claim.metadata.name);
    expect(given.configMap.name).toBe(config.metadata.name);
    expect(GUIDE).toContain(`kubectl create secret generic ${container.envFrom[0].secretRef.name} `);
  });
});

describe('the manifests in the guide', () => {
  it('let no two runs of a job overlap, and leave retries to Satchel', () => {
    expect(cronJob.spec).toMatchObject({
      concurrencyPolicy: 'Forbid',
      jobTemplate: { spec: { backoffLimit: 0 } },
    });
    expect(cronJob.spec.jobTemplate.spec.template.spec.restartPolicy).toBe('Never');
  });

  it('probe the port that workers listen on, and stop one worker at a time', () => {
    const { template, selector } = deployment.spec;
    expect(template.metadata.labels).toEqual(selector.matchLabels);
    const [{ args, ports, livenessProbe, readinessProbe }] = template.spec.containers;
    expect(args).toContain('--worker');
    expect(ports).toEqual([{ name: 'watch', containerPort: Number(args.at(-1)) }]);
    for (const { httpGet } of [livenessProbe, readinessProbe]) {
      expect(httpGet).toEqual({ path: '/healthz', port: 'watch' });
    }
    expect(budget.spec).toEqual({ maxUnavailable: 1, selector });
  });
});
