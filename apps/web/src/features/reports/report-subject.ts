/** The subject of a report. */
export type ReportSubject = {
  kind: 'spot' | 'post' | 'comment' | 'user' | 'message' | 'discussion'
  id: string
}

/** Whether this person may report content of `owner_id` (null: without an owner). Members may, except their own. */
export const mayReport = (user_id: string | null | undefined, owner_id: string | null): boolean =>
  Boolean(user_id) && user_id !== owner_id
