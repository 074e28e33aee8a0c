import type { JsonObject } from '../../base/json.ts';
import type { GitHistory } from './git/git-history.ts';
import type { Picture } from './picture.ts';
import type { Comment, Issue, PullRequest } from './threads.ts';

/** The content of one repository. People are given as login, repositories as `owner/name`. */
export interface RepositoryContent {
  /** `owner/name`. */
  readonly repository: string;
  /** True without commits. */
  readonly isEmpty: boolean;
  readonly labels: readonly Label[];
  readonly collaborators: readonly Collaborator[];
  /** Like the deploy keys, as in archives, which alone show them. */
  readonly webhooks: readonly JsonObject[];
  readonly deployKeys: readonly JsonObject[];
  readonly milestones: readonly Milestone[];
  readonly issues: readonly Issue[];
  readonly pullRequests: readonly PullRequest[];
  readonly commitComments: readonly CommitComment[];
  readonly releases: readonly Release[];
  readonly attachments: readonly Attachment[];
  readonly files: readonly UploadedFile[];
  readonly hasDiscussions: boolean;
  readonly discussions: readonly Discussion[];
  readonly protectedBranches: readonly ProtectedBranch[];
  /** Recent stars; older ones are only counted. */
  readonly stars: readonly Star[];
  readonly git: GitHistory;
  /** Undefined without pages. */
  readonly wiki: GitHistory | undefined;
  /** What git has only the pointers of; none by default. */
  readonly largeFiles?: readonly LargeFile[] | undefined;
}

/** A file that a repository has in Git LFS. */
export interface LargeFile {
  /** In the repository, where its pointer is. */
  readonly path: string;
  /** SHA-256 of the text. */
  readonly oid: string;
  readonly text: string;
}

export interface Label {
  readonly name: string;
  /** Six hexadecimal digits. */
  readonly color: string;
  readonly description: string | null;
  readonly createdAt: string;
}

export interface Collaborator {
  readonly login: string;
  readonly permission: 'read' | 'triage' | 'write' | 'maintain' | 'admin';
}

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

/** A comment on a commit, possibly at a line. */
export interface CommitComment extends Comment {
  readonly path: string | null;
  readonly position: number | null;
  readonly commitId: string;
}

export interface Release extends Omit<Comment, 'id'> {
  readonly name: string;
  readonly tagName: string;
  /** The last part of its URL: the tag, or `untagged-<hex>` for a draft. */
  readonly slug: string;
  readonly state: 'published' | 'draft';
  readonly isPrerelease: boolean;
  readonly target: string;
  readonly assets: readonly Upload[];
  readonly publishedAt: string | null;
}

/** An uploaded file, such as an asset of a release. */
export interface Upload {
  /** Inside the archive. */
  readonly path: string;
  readonly name: string;
  readonly contentType: string;
  readonly author: string;
  readonly createdAt: string;
  /** A text, or a picture to draw. */
  readonly content:
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'picture'; readonly picture: Picture };
}

/** The thread that an upload was added to, or a comment of it. */
export interface AttachmentParent {
  readonly type: 'issue' | 'pull_request';
  readonly number: number;
  readonly commentId?: number;
}

/** An uploaded picture; bodies link to its `url`. */
export interface Attachment extends Upload {
  readonly url: string;
  readonly parent: AttachmentParent;
}

/** An upload that is not a picture. Only the text of bodies refers to it. */
export interface UploadedFile extends Upload {
  readonly id: number;
  /** The link in bodies, with a percent-encoded name. */
  readonly url: string;
}

/** A discussion; archives do not contain answers. */
export interface Discussion extends Omit<Comment, 'id'> {
  /** Issues, pull requests and discussions share one sequence of numbers. */
  readonly number: number;
  readonly title: string;
  readonly category: string;
  readonly labels: readonly string[];
  readonly updatedAt: string;
}

export interface ProtectedBranch {
  readonly name: string;
  readonly creator: string;
  readonly requiredApprovals: number;
  readonly dismissesStaleReviews: boolean;
  readonly isEnforcedForAdmins: boolean;
  readonly requiredChecks: readonly string[];
  /** Slugs of teams that may push. */
  readonly authorizedTeams: readonly string[];
}

export interface Star {
  readonly login: string;
  readonly starredAt: string;
}
