import type { GitHistory } from './git/git-history.ts';
import type { FileContent } from './picture.ts';
import type { Issue, PullRequest, Reaction } from './threads.ts';

/** Everything that people made in one repository. People are named by login, repositories by `owner/name`. */
export interface RepositoryContent {
  /** `owner/name`. */
  readonly repository: string;
  readonly labels: readonly Label[];
  readonly collaborators: readonly Collaborator[];
  readonly webhooks: readonly Webhook[];
  readonly deployKeys: readonly DeployKey[];
  readonly milestones: readonly Milestone[];
  readonly issues: readonly Issue[];
  readonly pullRequests: readonly PullRequest[];
  readonly commitComments: readonly CommitComment[];
  readonly releases: readonly Release[];
  readonly attachments: readonly Attachment[];
  readonly files: readonly UploadedFile[];
  readonly hasDiscussions: boolean;
  readonly discussions: readonly Discussion[];
  readonly discussionCategories: readonly DiscussionCategory[];
  readonly protectedBranches: readonly ProtectedBranch[];
  /** The stars of the last weeks; the others only count. */
  readonly stars: readonly Star[];
  readonly git: GitHistory;
  /** Undefined where there are no pages. */
  readonly wiki: GitHistory | undefined;
}

/** A label that threads of the repository may bear. */
export interface Label {
  readonly name: string;
  /** Six hexadecimal digits. */
  readonly color: string;
  readonly description: string | null;
  readonly createdAt: string;
}

/** Somebody with rights in the repository. */
export interface Collaborator {
  readonly login: string;
  readonly permission: 'read' | 'triage' | 'write' | 'maintain' | 'admin';
}

/** Where events of the repository are sent. */
export interface Webhook {
  /** May carry a secret, as real ones do. */
  readonly payloadUrl: string;
  readonly contentType: 'form' | 'json';
  readonly eventTypes: readonly string[];
  readonly isActive: boolean;
}

/** A public key that may read or write the repository. */
export interface DeployKey {
  readonly title: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly isReadOnly: boolean;
  readonly createdAt: string;
}

/** A goal that threads are planned for. */
export interface Milestone {
  readonly number: number;
  readonly title: string;
  readonly description: string | null;
  readonly creator: string;
  readonly state: 'open' | 'closed';
  readonly dueOn: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
}

/** A comment under a commit, at a line of it or at none. */
export interface CommitComment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
  readonly path: string | null;
  readonly position: number | null;
  readonly commitId: string;
  readonly reactions: readonly Reaction[];
  readonly createdAt: string;
}

/** A version that people can download. */
export interface Release {
  readonly name: string;
  readonly tagName: string;
  /** The last part of its web address: the tag, or `untagged-<hex>` for a draft. */
  readonly slug: string;
  readonly body: string;
  readonly author: string;
  readonly state: 'published' | 'draft';
  readonly isPrerelease: boolean;
  readonly target: string;
  readonly assets: readonly ReleaseAsset[];
  readonly reactions: readonly Reaction[];
  readonly publishedAt: string | null;
  readonly createdAt: string;
}

/** A file that somebody uploaded. */
interface Upload {
  readonly name: string;
  readonly contentType: string;
  readonly author: string;
  readonly createdAt: string;
  readonly content: FileContent;
}

/** A file of a release. */
export interface ReleaseAsset extends Upload {
  readonly guid: string;
}

/** What an upload was dropped into. */
export type AttachmentParent =
  | { readonly type: 'issue' | 'pull_request'; readonly number: number }
  | {
      readonly type: 'issue_comment';
      readonly threadType: 'issue' | 'pull_request';
      readonly number: number;
      readonly commentId: number;
    };

/** An uploaded picture; `url` is how bodies link to it. */
export interface Attachment extends Upload {
  readonly guid: string;
  readonly url: string;
  readonly parent: AttachmentParent;
}

/** An upload that is not a picture. Only bodies say where it belongs. */
export interface UploadedFile extends Upload {
  readonly id: number;
  /** How bodies link to it, with its name percent-encoded. */
  readonly url: string;
}

/** A discussion; what people answered is in no archive. */
export interface Discussion {
  /** From the number space of issues and pull requests. */
  readonly number: number;
  readonly author: string;
  readonly title: string;
  readonly body: string;
  readonly category: string;
  /** Names of labels of the repository. */
  readonly labels: readonly string[];
  readonly reactions: readonly Reaction[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Where discussions are sorted in. */
export interface DiscussionCategory {
  readonly name: string;
  /** Between colons: `:mega:`. */
  readonly emoji: string;
  readonly description: string;
}

/** The rules of one branch. */
export interface ProtectedBranch {
  readonly name: string;
  readonly creator: string;
  readonly requiredApprovals: number;
  readonly dismissesStaleReviews: boolean;
  readonly requiresLinearHistory: boolean;
  readonly isEnforcedForAdmins: boolean;
  /** Names of the checks that have to pass. */
  readonly requiredChecks: readonly string[];
  /** Slugs of teams that may push. */
  readonly authorizedTeams: readonly string[];
}

/** A star that somebody put on the repository. */
export interface Star {
  readonly login: string;
  readonly starredAt: string;
}
