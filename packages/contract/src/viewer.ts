/** Who asks, as the session says. `null` in its place means a visitor. */
export type Viewer = {
  user_id: string
  is_admin: boolean
  session_id: string
}

/** May this person change or delete the spot? Its creator and admins may. */
export const mayEditSpot = (viewer: Viewer | null, spot: { created_by: string | null }): boolean =>
  viewer !== null && (viewer.is_admin || viewer.user_id === spot.created_by)
