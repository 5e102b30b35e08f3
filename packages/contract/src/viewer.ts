/** Who asks, as the session says. `null` in its place means a visitor. */
export type Viewer = {
  user_id: string
  is_admin: boolean
  session_id: string
}

/** May this person change or delete the spot? Its creator and admins may. */
export const mayEditSpot = (viewer: Viewer | null, spot: { created_by: string | null }): boolean =>
  viewer !== null && (viewer.is_admin || viewer.user_id === spot.created_by)

/** May this person read who changed the spot, and how it was? Its creator and admins may. */
export const mayReadSpotHistory = mayEditSpot

/** May this person delete the post? Its author and admins may; one that made a spot goes with the spot. */
export const mayRemovePost = (viewer: Viewer | null, post: { user_id: string }): boolean =>
  viewer !== null && (viewer.is_admin || viewer.user_id === post.user_id)

/** May this person change the post's text? Only its author. */
export const mayEditPost = (viewer: Viewer | null, post: { user_id: string }): boolean =>
  viewer !== null && viewer.user_id === post.user_id

/** May this person take this photo or video out of the post? Its author alone, and never the cover of a spot. */
export const mayRemoveMedia = (
  viewer: Viewer | null,
  item: { user_id: string; is_cover: boolean },
): boolean => mayEditPost(viewer, item) && !item.is_cover

/** May this person delete the comment? Its author and admins may, and whoever started the discussion it belongs to. */
export const mayRemoveComment = (
  viewer: Viewer | null,
  comment: { user_id: string },
  started_by: string | null,
): boolean => mayRemovePost(viewer, comment) || (viewer !== null && viewer.user_id === started_by)

/** May this person delete the discussion? Its author and admins may. */
export const mayRemoveDiscussion = mayRemovePost

/** May this person change the discussion? Its author alone. */
export const mayEditDiscussion = mayEditPost
