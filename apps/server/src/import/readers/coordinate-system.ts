/** EPSG codes for longitude and latitude in WGS 84, as maps use them. */
const DEGREES = new Set(['4326', '4979'])

const CODE = /\bepsg\D{1,10}(?:[\d.]{1,8}[:/])?(\d{4,6})\b/i
const DEGREES_BY_NAME = /\bcrs\s?84h?\b|^(?:gcs_)?wgs[ _]?(?:19)?84$/i

/** Finds the text that names a coordinate system: GeoJSON's old forms, an EPSG number, or Esri's `wkid`. */
function findName(value: unknown, depth = 0): string | null {
  if (typeof value === 'number') return `EPSG:${value}`
  if (typeof value === 'string') return value.trim() || null
  if (typeof value !== 'object' || value === null || depth > 2) return null
  const { properties, name, code, href, wkid, latestWkid } = value as Record<string, unknown>
  const isEsri = wkid !== undefined || latestWkid !== undefined
  return isEsri ? findName(latestWkid ?? wkid) : findName(properties ?? name ?? code ?? href, depth + 1)
}

/** Returns the name of a file's coordinate system, such as `EPSG:25831`. Null for WGS 84 degrees or no name. */
export function findOtherSystem(value: unknown): string | null {
  const text = findName(value)
  if (text === null || DEGREES_BY_NAME.test(text)) return null
  const code = /^\d{4,6}$/.test(text) ? text : CODE.exec(text)?.[1]
  if (code) return DEGREES.has(code) ? null : `EPSG:${code}`
  return text.slice(0, 80)
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

/** Builds the error for a file in a different coordinate system, with a command that converts it. */
export function sayHowToConvert(file: string, what: string, from?: string): string {
  return `${file}: ${what}, and spots need longitude and latitude (EPSG:4326). Convert it first:\n  ogr2ogr -f GeoJSON -t_srs EPSG:4326 converted.geojson ${quote(file)}${from ? ` -s_srs ${from}` : ''}`
}
