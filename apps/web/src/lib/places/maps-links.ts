/** A position in degrees. */
type Point = { latitude: number; longitude: number }

/** Returns a Google Maps link to a point. It works without an account, and opens the app if it's installed. */
export function mapsLink({ latitude, longitude }: Point): string {
  return `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`
}

/** Returns an OpenStreetMap link to a point. */
export function openStreetMapLink({ latitude, longitude }: Point): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}

/** Returns an Apple Maps link to a point. It opens a web page if the app isn't installed. */
export function appleMapsLink({ latitude, longitude }: Point): string {
  return `https://maps.apple.com/?ll=${latitude},${longitude}&q=${latitude},${longitude}`
}

/** A system whose maps app links can open. */
type System = 'ios' | 'android' | 'other'

/** Detects a device's system. An iPad claims to be a Mac, but has a touch screen. */
export function detectSystem(agent: string, touchPoints: number): System {
  if (/iPhone|iPad|iPod/.test(agent) || (agent.includes('Macintosh') && touchPoints > 1)) return 'ios'
  return agent.includes('Android') ? 'android' : 'other'
}

function readSystem(): System {
  return detectSystem(navigator.userAgent, navigator.maxTouchPoints)
}

/**
 * Returns a link to directions: in Apple Maps on iOS, in the default maps app on Android, and otherwise in Google Maps.
 */
export function directionsLink({ latitude, longitude }: Point, system = readSystem()): string {
  const point = `${latitude},${longitude}`
  if (system === 'ios') return `https://maps.apple.com/?daddr=${point}`
  if (system === 'android') return `geo:${point}?q=${point}`
  return `https://www.google.com/maps/dir/?api=1&destination=${point}`
}
