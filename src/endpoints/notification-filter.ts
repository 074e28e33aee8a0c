/** Which notifications a list holds (specification 4.4); unread ones of all kinds unless it says otherwise. */
export interface NotificationFilter {
  /** Read ones too. */
  readonly all?: boolean;
  /** Only threads that the user takes part in. */
  readonly participating?: boolean;
  /** ISO 8601. */
  readonly since?: string;
  /** ISO 8601. */
  readonly before?: string;
  /** `owner/name`: the notifications of this repository. */
  readonly repository?: string;
}
