type Position = { latitude: number; longitude: number }

/** Whether a spot can be shared with this latitude or longitude: zero means that a form had no pin (C-14). */
export const isSharedCoordinate = (value: number): boolean => value !== 0

/** Whether a spot can be shared at this position: finite, on the globe, and neither coordinate zero (C-14). */
export const isSharedPosition = ({ latitude, longitude }: Position): boolean =>
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180 &&
  isSharedCoordinate(latitude) &&
  isSharedCoordinate(longitude)

/**
 * Whether an edit can move a spot to this position, or leaves it there: the equator and prime meridian are allowed, 0,0
 * is not (C-14).
 */
export const isEditedPosition = ({
  latitude,
  longitude,
}: {
  latitude?: number | undefined
  longitude?: number | undefined
}): boolean => latitude !== 0 || longitude !== 0
