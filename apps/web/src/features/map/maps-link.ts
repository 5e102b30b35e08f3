/** A page of maps outside, at a point. Works without an account and opens the app where there is one. */
export const mapsLink = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`
