import type { ExportFormat, SpotCard } from '@nollie/contract'

/** A spot in an export file, with its note from the list. */
export type ExportedSpot = { spot: SpotCard; note: string | null }

/** The data for an export file. */
export type Exported = {
  name: string
  description: string | null
  spots: AsyncIterable<ExportedSpot> | Iterable<ExportedSpot>
  /** Whether the order of spots is a route, which is only the case for short lists. */
  isRoute: boolean
  publicUrl: URL
}

/** Each format's media type and writer. */
export const FORMATS: Record<
  ExportFormat,
  { type: string; write: (of: Exported) => AsyncGenerator<string> }
> = {
  gpx: { type: 'application/gpx+xml; charset=utf-8', write: gpx },
  kml: { type: 'application/vnd.google-earth.kml+xml; charset=utf-8', write: kml },
  geojson: { type: 'application/geo+json; charset=utf-8', write: geojson },
}

// Characters that are invalid in XML 1.0, even when escaped.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

function element(name: string, text: string | null): string {
  return text ? `<${name}>${xml(text)}</${name}>` : ''
}

function degrees(value: number): string {
  return String(Number(value.toFixed(7)))
}

function buildLink({ id }: SpotCard, publicUrl: URL): string {
  return new URL(`/spots/${id}`, publicUrl).href
}

// Exports of imported spots include attribution and license (ODbL 4.2, 4.3).
function sourceText({ source }: SpotCard): string | null {
  return source && [source.name, source.licence, source.url].filter(Boolean).join(', ')
}

// The import reads these names.
function getFacts({ facts }: SpotCard) {
  return {
    surface: facts?.surface ?? null,
    ground: facts?.ground ?? null,
    light_at_night: facts?.light_at_night ?? null,
  }
}

const GONE = 'This spot is gone.'

function buildText({ spot, note }: ExportedSpot): string {
  return [spot.status === 'gone' ? GONE : null, note, spot.description].filter(Boolean).join('\n\n')
}

async function* gpx({ name, description, spots, isRoute, publicUrl }: Exported): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Nollie" xmlns="http://www.topografix.com/GPX/1/1">`
  yield `<metadata>${element('name', name)}${element('desc', description)}</metadata>\n`
  const route: string[] = []
  for await (const item of spots) {
    const { spot } = item
    const at = `lat="${degrees(spot.latitude)}" lon="${degrees(spot.longitude)}"`
    const link = `<link href="${xml(buildLink(spot, publicUrl))}"/>`
    yield `<wpt ${at}>${element('name', spot.name)}${element('desc', buildText(item))}${element('src', sourceText(spot))}${link}</wpt>\n`
    if (isRoute) route.push(`<rtept ${at}>${element('name', spot.name)}</rtept>`)
  }
  if (isRoute) yield `<rte>${element('name', name)}${route.join('')}</rte>\n`
  yield '</gpx>\n'
}

async function* kml({ name, description, spots, isRoute, publicUrl }: Exported): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>`
  yield `${element('name', name)}${element('description', description)}\n`
  const route: string[] = []
  for await (const item of spots) {
    const { spot } = item
    const at = `${degrees(spot.longitude)},${degrees(spot.latitude)}`
    const { surface, ground, light_at_night } = getFacts(spot)
    const data = [
      ['url', buildLink(spot, publicUrl)],
      ['source', sourceText(spot)],
      ['surface', surface],
      ['ground', ground],
      ['light_at_night', light_at_night],
    ].flatMap(([key, value]) => (value ? [`<Data name="${key}">${element('value', value)}</Data>`] : []))
    yield `<Placemark>${element('name', spot.name)}${element('description', buildText(item))}<ExtendedData>${data.join('')}</ExtendedData><Point><coordinates>${at}</coordinates></Point></Placemark>\n`
    if (isRoute) route.push(at)
  }
  if (route.length > 1)
    yield `<Placemark>${element('name', name)}<LineString><coordinates>${route.join(' ')}</coordinates></LineString></Placemark>\n`
  yield '</Document></kml>\n'
}

async function* geojson({ name, description, spots, publicUrl }: Exported): AsyncGenerator<string> {
  yield `{"type":"FeatureCollection","name":${JSON.stringify(name)},"description":${JSON.stringify(description)},"features":[`
  let position = 0
  for await (const { spot, note } of spots) {
    position += 1
    const { name, description, status, spot_types, source } = spot
    const coordinates = [Number(degrees(spot.longitude)), Number(degrees(spot.latitude))]
    const properties = {
      position,
      name,
      note,
      description,
      status,
      spot_types,
      ...getFacts(spot),
      url: buildLink(spot, publicUrl),
      source,
    }
    const feature = { type: 'Feature', id: spot.id, geometry: { type: 'Point', coordinates }, properties }
    yield `${position > 1 ? ',' : ''}\n${JSON.stringify(feature)}`
  }
  yield '\n]}\n'
}
