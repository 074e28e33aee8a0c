import { JOB_METRICS } from './metrics.table.ts';
import type { JobView } from './scheduler.ts';

export interface ProcessMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Formats metrics for Prometheus (exposition format 0.0.4). */
export function formatMetrics(
  views: readonly JobView[],
  nowMs: number,
  others: readonly ProcessMetric[],
): string {
  const ofProcess = others.flatMap(({ name, type, help, value, labels = {} }) => [
    ...headOf(name, type, help),
    sample(name, labels, value),
  ]);
  const ofJobs = JOB_METRICS.flatMap(({ name, type, help, value, label = '' }) => [
    ...headOf(name, type, help),
    ...views.flatMap((view) => {
      const found = value(view, nowMs) ?? {};
      const job = { job: view.job.name };
      return typeof found === 'number'
        ? [sample(name, job, found)]
        : Object.entries(found).map(([kind, count]) => sample(name, { ...job, [label]: kind }, count));
    }),
  ]);
  return `${[...ofProcess, ...ofJobs].join('\n')}\n`;
}

function headOf(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function sample(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const list = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${list.length === 0 ? '' : `{${list.join(',')}}`} ${value}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
