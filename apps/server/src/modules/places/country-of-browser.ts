import { listCountryCodes } from './country-names.ts'

type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }

let byZone: Map<string, string> | null = null

/** Returns a time zone's canonical name, because zones can have aliases. Null for an unknown zone. */
function zoneName(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

function zonesOfCountries(): Map<string, string> {
  const zones = new Map<string, string>()
  for (const code of listCountryCodes())
    for (const zone of (new Intl.Locale(`und-${code}`) as WithZones).getTimeZones?.() ?? [])
      zones.set(zoneName(zone) ?? zone, code)
  return zones
}

/** Returns a time zone's country, or null for zones without one, such as UTC. */
export function findZoneCountry(zone: string): string | null {
  byZone ??= zonesOfCountries()
  return byZone.get(zoneName(zone) ?? zone) ?? null
}

/** Returns the first country in an `Accept-Language` header: Mexico for `es-MX, en;q=0.8`. */
export function findLanguageCountry(header: string): string | null {
  for (const part of header.slice(0, 200).split(',')) {
    const [, region] = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(part) ?? []
    const code = region?.toUpperCase()
    if (code && listCountryCodes().includes(code)) return code
  }
  return null
}
