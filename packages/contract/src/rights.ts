/** The signed-in person who sends a request; `null` for visitors. */
export type Viewer = {
  user_id: string
  is_admin: boolean
  session_id: string
}

/** Whether the viewer can change or delete the spot. Its creator and admins can. */
export function mayEditSpot(viewer: Viewer | null, spot: { created_by: string | null }): boolean {
  return viewer !== null && (viewer.is_admin || viewer.user_id === spot.created_by)
}

/** Whether the viewer can change the spot's audience. Only its creator can. */
export function mayChangeAudience(
  viewer: Pick<Viewer, 'user_id'> | null,
  spot: { created_by: string | null },
): boolean {
  return viewer !== null && viewer.user_id === spot.created_by
}

/**
 * Whether the viewer can merge two spots. A person who created both, admins, and stewards of both can (`isSteward`
 * comes from the database). Its SQL equivalent, the server's `mayMergeHere`, is the only other place with this rule.
 */
export function mayMerge(
  viewer: Pick<Viewer, 'user_id' | 'is_admin'> | null,
  one: { created_by: string | null },
  other: { created_by: string | null },
  isSteward: boolean,
): boolean {
  return (
    viewer !== null &&
    (viewer.is_admin ||
      isSteward ||
      (viewer.user_id === one.created_by && viewer.user_id === other.created_by))
  )
}

/** Whether the viewer can undo a merge. Admins, the person who merged, and the creators of both spots can. */
export function mayUndoMerge(
  viewer: Pick<Viewer, 'user_id' | 'is_admin'> | null,
  merge: { merged_by: string | null; creators: readonly (string | null)[] },
): boolean {
  return (
    viewer !== null &&
    (viewer.is_admin || merge.merged_by === viewer.user_id || merge.creators.includes(viewer.user_id))
  )
}

/** Whether the viewer can read the spot's history. Its creator and admins can. */
export const mayReadSpotHistory = mayEditSpot

/**
 * Returns the right that lets the viewer's suggestions apply immediately; null if they need votes. This rule exists
 * only here. At their own spot, a steward counts only as its creator.
 */
export function getFactRight(
  viewer: Pick<Viewer, 'user_id' | 'is_admin'> | null,
  spot: { created_by: string | null },
  is_steward: boolean,
): 'moderator' | 'steward' | 'creator' | null {
  if (viewer === null) return null
  if (viewer.is_admin) return 'moderator'
  if (viewer.user_id === spot.created_by) return 'creator'
  return is_steward ? 'steward' : null
}

/** Whether the viewer can act as a steward on content owned by `owner_id`, which is never their own. */
export function mayActAsSteward(
  viewer: Pick<Viewer, 'user_id'> | null,
  owner_id: string | null,
  is_steward: boolean,
): boolean {
  return viewer !== null && is_steward && viewer.user_id !== owner_id
}

/**
 * Whether the viewer can delete the post. Its author and admins can. A post that created a spot is deleted together
 * with the spot.
 */
export function mayRemovePost(viewer: Viewer | null, post: { user_id: string }): boolean {
  return viewer !== null && (viewer.is_admin || viewer.user_id === post.user_id)
}

/** Whether the viewer can edit the post. Only its author can. */
export function mayEditPost(viewer: Viewer | null, post: { user_id: string }): boolean {
  return viewer !== null && viewer.user_id === post.user_id
}

/**
 * Whether the viewer can change a post's audience. Only its author can, and only if it has no spot and isn't a profile
 * photo.
 */
export function maySetPostAudience(
  viewer: Viewer | null,
  post: { user_id: string; spot_id: string | null; kind: string },
): boolean {
  return mayEditPost(viewer, post) && post.spot_id === null && (post.kind === 'media' || post.kind === 'text')
}

/** Whether the viewer can describe the post's photos and videos. Only its author can. */
export const mayDescribeMedia = mayEditPost

/** Whether the viewer can remove this item from the post. Only its author can, but not a spot's cover. */
export function mayRemoveMedia(viewer: Viewer | null, item: { user_id: string; is_cover: boolean }): boolean {
  return mayEditPost(viewer, item) && !item.is_cover
}

/** Whether the viewer can delete the comment. Its author, admins, and the author of its discussion can. */
export function mayRemoveComment(
  viewer: Viewer | null,
  comment: { user_id: string },
  started_by: string | null,
): boolean {
  return mayRemovePost(viewer, comment) || (viewer !== null && viewer.user_id === started_by)
}

/** Whether the viewer can delete the discussion. Its author and admins can. */
export const mayRemoveDiscussion = mayRemovePost

/** Whether the viewer can edit the discussion. Only its author can. */
export const mayEditDiscussion = mayEditPost

/**
 * Whether this person can report content owned by `owner_id` (null: no owner). Members can, unless the content is their
 * own.
 */
export function mayReport(user_id: string | null | undefined, owner_id: string | null): boolean {
  return Boolean(user_id) && user_id !== owner_id
}
