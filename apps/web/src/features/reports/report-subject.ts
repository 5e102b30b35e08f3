/** What somebody is about to report. */
export type ReportSubject = {
  kind: 'spot' | 'post' | 'comment' | 'user' | 'message' | 'discussion'
  id: string
}

/** May this person report a thing of `owner_id` (null: nobody's)? Members may, what is not their own. */
export const mayReport = (user_id: string | null | undefined, owner_id: string | null): boolean =>
  Boolean(user_id) && user_id !== owner_id
