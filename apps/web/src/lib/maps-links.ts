/** A position in degrees. */
type Point = { latitude: number; longitude: number }

/** A link to a point on Google Maps. It works without an account, and opens the app if it is installed. */
export const mapsLink = ({ latitude, longitude }: Point): string =>
  `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`

/** A link to a point on OpenStreetMap. */
export const openStreetMapLink = ({ latitude, longitude }: Point): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

/** A link to a point on Apple Maps. It opens a web page if the app is not installed. */
export const appleMapsLink = ({ latitude, longitude }: Point): string =>
  `https://maps.apple.com/?ll=${latitude},${longitude}&q=${latitude},${longitude}`

/** A link to directions; opens the maps app if one is installed. */
export const directionsLink = ({ latitude, longitude }: Point): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
