import type { NotificationReason, SubjectType } from './notification.ts';

interface RepositoryNotice {
  readonly reason: NotificationReason;
  readonly subjectType: SubjectType;
  /** `{repository}` is its full name. */
  readonly title: string;
  readonly path: string;
}

/**
 * What a person is told of a repository that belongs to others. The specification cuts two of the reasons short
 * (2.6); they are spelled as the real service has them.
 */
export const REPOSITORY_NOTICES: readonly RepositoryNotice[] = [
  {
    reason: 'invitation',
    subjectType: 'RepositoryInvitation',
    title: 'Invitation to join {repository}',
    path: '/invitations',
  },
  {
    reason: 'member_feature_requested',
    subjectType: 'Discussion',
    title: 'Members ask for required reviews in {repository}',
    path: '/settings',
  },
  {
    reason: 'security_advisory_credit',
    subjectType: 'RepositoryAdvisory',
    title: 'You were credited for an advisory of {repository}',
    path: '/security-advisories',
  },
];
