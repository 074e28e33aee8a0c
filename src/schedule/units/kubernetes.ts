import type { ScheduledJob } from '../scheduled-job.ts';
import { formatCronFields, readCronFields } from './cron-fields.ts';
import type { UnitFile, UnitPlan } from './unit-plan.ts';

/** A run that could not be started for this long is skipped. */
const STARTING_DEADLINE_SECONDS = 3_600;

/** A Deployment of workers, or else a CronJob for each schedule of each job; and a claim for vaults in directories. */
export function kubernetesJobs(plan: UnitPlan): readonly UnitFile[] {
  const taken = new Set<string>();
  const parts =
    plan.workers === undefined
      ? plan.jobs.flatMap((job) =>
          job.schedules.map((schedule) =>
            cronJobOf(plan, job, { schedule, name: takeName(job.name, taken) }),
          ),
        )
      : [deploymentOf(plan, plan.workers), DISRUPTION_BUDGET];
  const content = `# The configuration and the variables that it refers to:
#   kubectl create configmap satchel-config --from-file=satchel.yaml
#   kubectl create secret generic satchel-environment ${plan.variables.map((name) => `--from-literal=${name}=…`).join(' ')}
${plan.hasVaultFolders ? CLAIM : BUCKET_NOTE}${parts.join('')}`;
  return [{ name: plan.workers === undefined ? 'satchel-cronjobs.yaml' : 'satchel-workers.yaml', content }];
}

const CLAIM = `# Vaults of the configuration must lie below /data.
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: satchel-data
spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: 50Gi
`;

/** The working copy of a vault in object storage can be fetched again by any Pod. */
const BUCKET_NOTE = `# The secret also needs the credentials of the bucket: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL.
# The image must have the package @aws-sdk/client-s3 next to Satchel.
`;

function cronJobOf(
  plan: UnitPlan,
  job: ScheduledJob,
  { schedule, name }: { readonly schedule: string; readonly name: string },
): string {
  const fields = formatCronFields(readCronFields(schedule)); // Fails for what Kubernetes cannot express.
  return `---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: ${name}
  labels:
    app.kubernetes.io/name: satchel
  annotations:
    satchel/job: ${JSON.stringify(job.name)}
spec:
  schedule: ${JSON.stringify(fields)}
  timeZone: ${JSON.stringify(job.timeZone)}
  concurrencyPolicy: Forbid
  startingDeadlineSeconds: ${STARTING_DEADLINE_SECONDS}
  successfulJobsHistoryLimit: 3
  failedJobsHistoryLimit: 3
  jobTemplate:
    spec:
      # Satchel retries by itself, and the next run resumes a backup whose Pod was evicted.
      backoffLimit: 0
      template:
        metadata:
          labels:
            app.kubernetes.io/name: satchel
${indented(podSpec(plan, { flags: ['--job', job.name, '--quiet'], restartPolicy: 'Never' }), 8)}`;
}

interface PodOptions {
  /** Of `satchel schedule run`. */
  readonly flags: readonly string[];
  readonly restartPolicy: 'Never' | 'Always';
  /** More lines of its container. */
  readonly probes?: string;
}

/** The specification of a Pod. */
function podSpec(
  { image, hasVaultFolders }: UnitPlan,
  { flags, restartPolicy, probes = '' }: PodOptions,
): string {
  const args = ['schedule', 'run', '--config', '/config/satchel.yaml', ...flags];
  return `spec:
  restartPolicy: ${restartPolicy}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: 90
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  containers:
    - name: satchel
      image: ${JSON.stringify(image)}
      args: ${JSON.stringify(args)}
      env:
        - name: HOME
          value: /data/home
        - name: TMPDIR
          value: /tmp
${probes}      envFrom:
        - secretRef:
            name: satchel-environment
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      resources:
        requests:
          cpu: 100m
          memory: 256Mi
        limits:
          memory: 2Gi
      volumeMounts:
        - name: data
          mountPath: /data
        - name: config
          mountPath: /config
          readOnly: true
        - name: tmp
          mountPath: /tmp
  volumes:
    - name: data
      ${hasVaultFolders ? 'persistentVolumeClaim: { claimName: satchel-data }' : 'emptyDir: {}'}
    - name: config
      configMap:
        name: satchel-config
    - name: tmp
      emptyDir: {}
`;
}

function indented(text: string, spaces: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(spaces));
}

const WATCH_PORT = 9_477;

/** Answers while the worker wakes up regularly. */
const PROBES = `      ports:
        - name: watch
          containerPort: ${WATCH_PORT}
      livenessProbe:
        httpGet: { path: /healthz, port: watch }
        periodSeconds: 30
        failureThreshold: 5
      readinessProbe:
        httpGet: { path: /healthz, port: watch }
        periodSeconds: 10
`;

/** Workers share their jobs through the vault, so that any number of them may run, on any nodes. */
function deploymentOf(plan: UnitPlan, workers: number): string {
  const flags = ['--worker', '--host', '0.0.0.0', '--port', String(WATCH_PORT)];
  return `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: satchel-worker
  labels:
    app.kubernetes.io/name: satchel
    app.kubernetes.io/component: worker
spec:
  replicas: ${workers}
  selector:
    matchLabels:
      app.kubernetes.io/name: satchel
      app.kubernetes.io/component: worker
  template:
    metadata:
      labels:
        app.kubernetes.io/name: satchel
        app.kubernetes.io/component: worker
${indented(podSpec(plan, { flags, restartPolicy: 'Always', probes: PROBES }), 4)}`;
}

/** While nodes are drained, one worker at a time is stopped. */
const DISRUPTION_BUDGET = `---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: satchel-worker
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      app.kubernetes.io/name: satchel
      app.kubernetes.io/component: worker
`;

/** A name that no other CronJob has: Kubernetes would replace one by the other. Names of jobs may become alike here. */
function takeName(job: string, taken: Set<string>): string {
  const base = `satchel-${nameOf(job)}`;
  let name = base;
  for (let count = 2; taken.has(name); count += 1) {
    name = `${base}-${count}`;
  }
  taken.add(name);
  return name;
}

/** A valid name (RFC 1123) that is short enough to be the prefix of a Pod's name. */
function nameOf(job: string): string {
  return job
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '');
}
