type Point = { latitude: number; longitude: number }

/** A page of maps outside, at a point. Works without an account and opens the app where there is one. */
export const mapsLink = ({ latitude, longitude }: Point): string =>
  `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`

/** The same on OpenStreetMap. */
export const openStreetMapLink = ({ latitude, longitude }: Point): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

/** The same on Apple's maps, which show a page where there is no app. */
export const appleMapsLink = ({ latitude, longitude }: Point): string =>
  `https://maps.apple.com/?ll=${latitude},${longitude}&q=${latitude},${longitude}`
