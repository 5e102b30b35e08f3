/** The signed-in person who sends a request; `null` in its place is a visitor. */
export type Viewer = {
  user_id: string
  is_admin: boolean
  session_id: string
}

/** Whether the viewer may change or delete the spot: its creator and admins may. */
export const mayEditSpot = (viewer: Viewer | null, spot: { created_by: string | null }): boolean =>
  viewer !== null && (viewer.is_admin || viewer.user_id === spot.created_by)

/** Whether the viewer may change who may know of the spot: its creator alone may. */
export const mayChangeAudience = (
  viewer: Pick<Viewer, 'user_id'> | null,
  spot: { created_by: string | null },
): boolean => viewer !== null && viewer.user_id === spot.created_by

/**
 * Whether the viewer may merge two spots: who created both, admins, and who is steward at both (`isSteward`, which only the
 * database knows). Where this is decided, and nowhere else; the server's `mayMergeHere` is the same as SQL.
 */
export const mayMerge = (
  viewer: Pick<Viewer, 'user_id' | 'is_admin'> | null,
  one: { created_by: string | null },
  other: { created_by: string | null },
  isSteward: boolean,
): boolean =>
  viewer !== null &&
  (viewer.is_admin || isSteward || (viewer.user_id === one.created_by && viewer.user_id === other.created_by))

/** Whether the viewer may undo a merge: admins, whoever merged them, and the creators of both spots. */
export const mayUndoMerge = (
  viewer: Pick<Viewer, 'user_id' | 'is_admin'> | null,
  merge: { merged_by: string | null; creators: readonly (string | null)[] },
): boolean =>
  viewer !== null &&
  (viewer.is_admin || merge.merged_by === viewer.user_id || merge.creators.includes(viewer.user_id))

/** Whether the viewer may read the history of the spot: its creator and admins may. */
export const mayReadSpotHistory = mayEditSpot

/**
 * By which right what the viewer suggests about the spot applies at once, null for one of many members. Where this is
 * decided, and nowhere else. At their own spot a steward is its creator and no more.
 */
export const factRightOf = (
  viewer: Pick<Viewer, 'user_id' | 'is_admin'> | null,
  spot: { created_by: string | null },
  is_steward: boolean,
): 'moderator' | 'steward' | 'creator' | null => {
  if (viewer === null) return null
  if (viewer.is_admin) return 'moderator'
  if (viewer.user_id === spot.created_by) return 'creator'
  return is_steward ? 'steward' : null
}

/** Whether the viewer may act as the steward that they are, about what `owner_id` made: never about what is their own. */
export const mayActAsSteward = (
  viewer: Pick<Viewer, 'user_id'> | null,
  owner_id: string | null,
  is_steward: boolean,
): boolean => viewer !== null && is_steward && viewer.user_id !== owner_id

/** Whether the viewer may delete the post: its author and admins may. A post that made a spot is deleted with the spot. */
export const mayRemovePost = (viewer: Viewer | null, post: { user_id: string }): boolean =>
  viewer !== null && (viewer.is_admin || viewer.user_id === post.user_id)

/** Whether the viewer may edit the post: its author alone may. */
export const mayEditPost = (viewer: Viewer | null, post: { user_id: string }): boolean =>
  viewer !== null && viewer.user_id === post.user_id

/** Whether the viewer may change who may know of a post: its author, where it has no spot, and is not the picture of a profile. */
export const maySetPostAudience = (
  viewer: Viewer | null,
  post: { user_id: string; spot_id: string | null; kind: string },
): boolean =>
  mayEditPost(viewer, post) && post.spot_id === null && (post.kind === 'media' || post.kind === 'text')

/** Whether the viewer may remove this item from the post: its author alone may, and never a spot's cover. */
export const mayRemoveMedia = (
  viewer: Viewer | null,
  item: { user_id: string; is_cover: boolean },
): boolean => mayEditPost(viewer, item) && !item.is_cover

/** Whether the viewer may delete the comment: its author, admins, and the author of its discussion may. */
export const mayRemoveComment = (
  viewer: Viewer | null,
  comment: { user_id: string },
  started_by: string | null,
): boolean => mayRemovePost(viewer, comment) || (viewer !== null && viewer.user_id === started_by)

/** Whether the viewer may delete the discussion: its author and admins may. */
export const mayRemoveDiscussion = mayRemovePost

/** Whether the viewer may edit the discussion: its author alone may. */
export const mayEditDiscussion = mayEditPost

/** Whether this person may report content of `owner_id` (null: without an owner). Members may, except their own. */
export const mayReport = (user_id: string | null | undefined, owner_id: string | null): boolean =>
  Boolean(user_id) && user_id !== owner_id
