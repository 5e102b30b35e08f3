/** What somebody is about to report. */
export type ReportSubject = {
  kind: 'spot' | 'post' | 'comment' | 'user' | 'message' | 'discussion'
  id: string
}

/** May this person report content of `owner_id` (null: nobody's)? Members may, except their own. */
export const mayReport = (user_id: string | null | undefined, owner_id: string | null): boolean =>
  Boolean(user_id) && user_id !== owner_id
