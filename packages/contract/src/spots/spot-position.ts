type Position = { latitude: number; longitude: number }

/** Whether a spot may be shared with this latitude or longitude: zero is what a form without a pin sends (C-14). */
export const isSharedCoordinate = (value: number): boolean => value !== 0

/** Whether a spot may be shared at this position: finite, on the globe, and neither coordinate zero (C-14). */
export const isSharedPosition = ({ latitude, longitude }: Position): boolean =>
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180 &&
  isSharedCoordinate(latitude) &&
  isSharedCoordinate(longitude)

/** Whether an edit may move a spot to this position, or leaves it where it is: a place on the equator or prime meridian is one, 0,0 is none (C-14). */
export const isEditedPosition = ({
  latitude,
  longitude,
}: {
  latitude?: number | undefined
  longitude?: number | undefined
}): boolean => latitude !== 0 || longitude !== 0
