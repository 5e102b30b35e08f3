/** Whether a stored position can be shown on a map. */
export function isPosition({ latitude, longitude }: { latitude: unknown; longitude: unknown }): boolean {
  return (
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  )
}
