import type { SAVED_QUERIES } from '../../../reading/saved-queries.ts';

interface Panel {
  readonly query: keyof typeof SAVED_QUERIES;
  readonly title: string;
  /** Bars of one column, or a sparkline of each column over the months in the first column. */
  readonly chart: 'bars' | 'months';
  /** The columns whose values, separated by spaces, label a bar. */
  readonly labels: readonly string[];
  readonly values: readonly string[];
}

/** The charts of `satchel stats`, from top to bottom. */
export const STATS_PANELS: readonly Panel[] = [
  {
    query: 'activity-by-month',
    title: 'Activity by month',
    chart: 'months',
    labels: ['month'],
    values: ['issues_opened', 'issues_closed', 'pull_requests_opened', 'pull_requests_merged', 'comments'],
  },
  {
    query: 'activity-by-weekday',
    title: 'Events by day of the week (UTC)',
    chart: 'bars',
    labels: ['weekday'],
    values: ['events'],
  },
  {
    query: 'label-mix',
    title: 'Labels, in percent of all',
    chart: 'bars',
    labels: ['label'],
    values: ['percent'],
  },
  {
    query: 'review-turnaround',
    title: 'Median hours to the first review',
    chart: 'bars',
    labels: ['repo'],
    values: ['median_hours'],
  },
  {
    query: 'busiest-reviewers',
    title: 'Reviews',
    chart: 'bars',
    labels: ['reviewer'],
    values: ['reviews'],
  },
  {
    query: 'most-discussed-threads',
    title: 'Comments of the most discussed threads',
    chart: 'bars',
    labels: ['number', 'title'],
    values: ['comments'],
  },
];
