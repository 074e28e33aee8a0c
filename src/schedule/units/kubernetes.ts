import { expandNickname } from '../describe-schedule.ts';
import type { ScheduledJob } from '../scheduled-job.ts';
import { readCronFields } from './cron-fields.ts';
import type { UnitFile, UnitPlan } from './unit-plan.ts';

/** A run that could not be started for this long is skipped. */
const STARTING_DEADLINE_SECONDS = 3_600;

/** A CronJob for each schedule of each job, and a claim for their vaults. */
export function kubernetesJobs(plan: UnitPlan): readonly UnitFile[] {
  const taken = new Set<string>();
  const jobs = plan.jobs.flatMap((job) =>
    job.schedules.map((schedule) => cronJobOf(plan, job, { schedule, name: takeName(job.name, taken) })),
  );
  const content = `# The configuration and the variables that it refers to:
#   kubectl create configmap satchel-config --from-file=satchel.yaml
#   kubectl create secret generic satchel-environment ${plan.variables.map((name) => `--from-literal=${name}=…`).join(' ')}
${plan.hasVaultFolders ? CLAIM : BUCKET_NOTE}${jobs.join('')}`;
  return [{ name: 'satchel-cronjobs.yaml', content }];
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
  { image, hasVaultFolders }: UnitPlan,
  job: ScheduledJob,
  { schedule, name }: { readonly schedule: string; readonly name: string },
): string {
  readCronFields(schedule); // Fails for what Kubernetes cannot express.
  const fields = expandNickname(schedule.trim()).split(/\s+/).slice(-5).join(' ');
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
        spec:
          restartPolicy: Never
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
              args: ["schedule", "run", "--config", "/config/satchel.yaml", "--job", ${JSON.stringify(job.name)}, "--quiet"]
              env:
                - name: HOME
                  value: /data/home
                - name: TMPDIR
                  value: /tmp
              envFrom:
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
${hasVaultFolders ? '              persistentVolumeClaim:\n                claimName: satchel-data' : '              emptyDir: {}'}
            - name: config
              configMap:
                name: satchel-config
            - name: tmp
              emptyDir: {}
`;
}

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
