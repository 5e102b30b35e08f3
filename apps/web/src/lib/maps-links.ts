/** A position in degrees. */
type Point = { latitude: number; longitude: number }

/** Returns a Google Maps link to a point. It works without an account, and opens the app if it's installed. */
export const mapsLink = ({ latitude, longitude }: Point): string =>
  `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`

/** Returns an OpenStreetMap link to a point. */
export const openStreetMapLink = ({ latitude, longitude }: Point): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

/** Returns an Apple Maps link to a point. It opens a web page if the app isn't installed. */
export const appleMapsLink = ({ latitude, longitude }: Point): string =>
  `https://maps.apple.com/?ll=${latitude},${longitude}&q=${latitude},${longitude}`

/** Returns a link to directions; opens the maps app if one is installed. */
export const directionsLink = ({ latitude, longitude }: Point): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
