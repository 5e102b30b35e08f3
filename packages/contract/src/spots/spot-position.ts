type Position = { latitude: number; longitude: number }

/** Whether a spot can be shared with this latitude or longitude. Zero means that the form had no pin (C-14). */
export function isSharedCoordinate(value: number): boolean {
  return value !== 0
}

/** Whether a spot can be shared at this position: finite, on the globe, and with no zero coordinate (C-14). */
export function isSharedPosition({ latitude, longitude }: Position): boolean {
  return (
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    isSharedCoordinate(latitude) &&
    isSharedCoordinate(longitude)
  )
}

/** Whether an edit can give a spot this position. The equator and prime meridian are allowed, but 0,0 isn't (C-14). */
export function isEditedPosition({
  latitude,
  longitude,
}: {
  latitude?: number | undefined
  longitude?: number | undefined
}): boolean {
  return latitude !== 0 || longitude !== 0
}
