import type { Point } from '../metres-between.ts'
import { wrapLongitude, isOnGlobe } from './wrap-longitude.ts'

/** The parts of a link that a reader needs. */
type Link = {
  url: URL
  /** Returns a decoded query parameter, or one from the fragment, as in `#lat=1&lon=2`. */
  param: (name: string) => string | null
  /** Parses a position typed by a person, which has the latitude first. */
  read: (text: string | null | undefined) => Point | null
}

type Reader = (link: Link) => Point | null

const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d+)?)`
const PAIR = new RegExp(String.raw`^\s*${NUMBER}\s*(?:,|~|_|\s)\s*${NUMBER}(?![\d.])`)

/** Parses a position from two strings. Dragging a map around the world results in longitudes beyond 180. */
function toPoint(latitude: string | null | undefined, longitude: string | null | undefined): Point | null {
  if (!latitude?.trim() || !longitude?.trim()) return null
  const point = { latitude: Number(latitude), longitude: wrapLongitude(Number(longitude)) }
  const isNowhere = point.latitude === 0 && point.longitude === 0
  return isOnGlobe(point) && !isNowhere ? point : null
}

function readLatFirst(text: string | null | undefined): Point | null {
  const [, a, b] = PAIR.exec(text ?? '') ?? []
  return toPoint(a, b)
}

function readLngFirst(text: string | null | undefined): Point | null {
  const [, a, b] = PAIR.exec(text ?? '') ?? []
  return toPoint(b, a)
}

function readFirst<T>(values: readonly T[], read: (value: T) => Point | null): Point | null {
  for (const value of values) {
    const point = read(value)
    if (point) return point
  }
  return null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function matchPoint(text: string, pattern: RegExp, isLngFirst = false): Point | null {
  const [, a, b] = pattern.exec(text) ?? []
  return isLngFirst ? toPoint(b, a) : toPoint(a, b)
}

function splitPath({ url }: Link): string[] {
  return url.pathname.split('/').map(decode)
}

const ONLY_PAIR = new RegExp(String.raw`^\s*${NUMBER}\s*,\s*${NUMBER}\s*$`)

/** Reads `latitude,longitude(Name)`, `loc:...`, or free text. */
function readQuery({ param, read }: Link, names: readonly string[]): Point | null {
  return readFirst(names, (name) => {
    const text = param(name)
      ?.replace(/^(?:loc|ll)[:.]/, '')
      .replace(/\s*\([^()]*\)?$/, '')
    return read(text) ?? matchPoint(text ?? '', ONLY_PAIR)
  })
}

function readNamedPair({ param }: Link, latitude: string, longitude: string): Point | null {
  return toPoint(param(latitude), param(longitude))
}

const readGoogle: Reader = (link) => {
  const { url } = link
  const text = decode(url.href)
  const pins = [...text.matchAll(new RegExp(`!3d${NUMBER}!4d${NUMBER}`, 'g'))]
  const pin = pins.at(-1)
  return (
    (pin && toPoint(pin[1], pin[2])) ||
    readQuery(link, ['q', 'query', 'destination', 'daddr', 'viewpoint', 'cbll']) ||
    readFirst(
      splitPath(link)
        .filter((part) => !part.startsWith('@'))
        .toReversed(),
      link.read,
    ) ||
    matchPoint(text, new RegExp(`!2d${NUMBER}!3d${NUMBER}`), true) ||
    readQuery(link, ['ll', 'center']) ||
    matchPoint(text, new RegExp(`@${NUMBER},${NUMBER}`)) ||
    readQuery(link, ['sll', 'saddr', 'origin'])
  )
}

const readApple: Reader = (link) =>
  readQuery(link, ['coordinate', 'q', 'daddr', 'destination', 'll', 'center', 'address', 'sll'])

const readOsm: Reader = (link) => {
  const stops = (link.param('route') ?? '').split(';').toReversed()
  return (
    readNamedPair(link, 'mlat', 'mlon') ||
    readFirst(stops, readLatFirst) ||
    readQuery(link, ['to', 'query']) ||
    matchPoint(link.url.hash, new RegExp(`map=[\\d.]+/${NUMBER}/${NUMBER}`)) ||
    matchPoint(link.url.hash, new RegExp(`^#[\\d.]+/${NUMBER}/${NUMBER}`)) ||
    readNamedPair(link, 'lat', 'lon')
  )
}

const readWaze: Reader = (link) =>
  readQuery(link, ['to', 'll', 'latlng', 'q', 'navigate_to']) || readNamedPair(link, 'lat', 'lon')

/** Reads the longitude first, except in routes and typed text. */
const readYandex: Reader = (link) => {
  const { param, read } = link
  const stops = (param('rtext') ?? '').split('~').toReversed()
  return (
    readFirst(['whatshere[point]', 'poi[point]', 'pt'], (name) => readLngFirst(param(name))) ||
    read(param('text')) ||
    readFirst(stops, readLatFirst) ||
    readNamedPair(link, 'lat_to', 'lon_to') ||
    readNamedPair(link, 'lat', 'lon') ||
    readLngFirst(param('ll')) ||
    readLngFirst(param('sll'))
  )
}

const readBing: Reader = (link) => {
  const { param } = link
  const stops = (param('rtp') ?? '').split('~').toReversed()
  return (
    readFirst([...(param('sp') ?? '').split('~'), ...stops], (stop) =>
      readLatFirst(stop.replace(/^(?:point|pos)\./, '').replaceAll('_', ' ')),
    ) ||
    readQuery(link, ['where1', 'q']) ||
    readLatFirst(param('cp'))
  )
}

const readHere: Reader = (link) =>
  readFirst(splitPath(link).toReversed(), (part) => readLatFirst(part.replace(/^.*:/, ''))) ||
  readLatFirst(link.param('map'))

const read2gis: Reader = (link) =>
  readFirst(
    splitPath(link)
      .flatMap((part) => part.split(/[|;]/))
      .toReversed(),
    readLngFirst,
  ) || readFirst(['m', 'center'], (name) => readLngFirst(link.param(name)))

const readOrganicMaps: Reader = (link) => readQuery(link, ['ll', 'q']) || readNamedPair(link, 'lat', 'lon')

const readOsmAnd: Reader = (link) =>
  readQuery(link, ['pin', 'finish', 'end', 'q']) ||
  readNamedPair(link, 'lat', 'lon') ||
  matchPoint(link.url.hash, new RegExp(`^#[\\d.]+/${NUMBER}/${NUMBER}`))

/** Reads the longitude first. */
const readMapy: Reader = (link) =>
  (link.param('source') === 'coor' && readLngFirst(link.param('id'))) ||
  readQuery(link, ['q']) ||
  readFirst(['end', 'center'], (name) => readLngFirst(link.param(name))) ||
  readNamedPair(link, 'y', 'x')

const readGeohack: Reader = (link) =>
  link.read(
    link
      .param('params')
      ?.replaceAll('_', ' ')
      .replace(/(?<=[ew])\b.*$/i, ''),
  )

/** Reads `/link/map/NAME,LATITUDE,LONGITUDE`; the name can contain commas. */
const readKakao: Reader = (link) =>
  readFirst(splitPath(link).toReversed(), (part) =>
    matchPoint(part, new RegExp(String.raw`(?:^|,)${NUMBER},${NUMBER}$`)),
  )

const readPath: Reader = ({ url, read }) => read(decode(url.pathname.slice(1).replaceAll('+', '%2B')))

const readWikimapia: Reader = (link) => readNamedPair(link, 'lat', 'lon')

// Excludes China, because Google Maps there uses the Chinese datum.
const GOOGLE_TLD = String.raw`(?!cn$)(?:com?\.)?[a-z]{2,3}`

/** Hosts whose coordinate order is known. Other hosts and other datums aren't supported. */
const HOSTS: readonly (readonly [host: RegExp, read: Reader])[] = [
  [new RegExp(String.raw`(?:^|\.)google\.${GOOGLE_TLD}$`), readGoogle],
  [/(?:^|\.)goo\.gl$|^maps\.app$/, readGoogle],
  [/(?:^|\.)maps\.apple(?:\.com)?$/, readApple],
  [/(?:^|\.)openstreetmap\.(?:org|de|fr)$|^osm\.org$/, readOsm],
  [/(?:^|\.)waze\.com$/, readWaze],
  [/(?:^|\.)yandex\.(?:com\.)?[a-z]{2,3}$|(?:^|\.)ya\.ru$/, readYandex],
  [/(?:^|\.)bing\.com$/, readBing],
  [/(?:^|\.)here\.com$/, readHere],
  [/(?:^|\.)2gis\.(?:com\.)?[a-z]{2,3}$/, read2gis],
  [/^(?:omaps\.app|ge0\.me)$/, readOrganicMaps],
  [/(?:^|\.)osmand\.net$/, readOsmAnd],
  [/(?:^|\.)mapy\.(?:cz|com)$/, readMapy],
  [/^geohack\.toolforge\.org$|^tools\.wmflabs\.org$/, readGeohack],
  [/(?:^|\.)wikimapia\.org$/, readWikimapia],
  [/^map\.kakao\.com$/, readKakao],
  [/^plus\.codes$/, readPath],
]

/** URL schemes that open an app. */
const SCHEMES: Readonly<Record<string, Reader>> = {
  'comgooglemaps:': readGoogle,
  'google.navigation:': readGoogle,
  'maps:': readApple,
  'waze:': readWaze,
  'yandexmaps:': readYandex,
  'yandexnavi:': readYandex,
  'dgis:': read2gis,
  'om:': readOrganicMaps,
  'mapswithme:': readOrganicMaps,
  'osmand.api:': readOsmAnd,
}

function readGeo({ url, param, read }: Link): Point | null {
  const [at = '', ...options] = url.pathname.split(';')
  const system = options.find((option) => /^crs=/i.test(option))?.slice(4)
  if (system && !/^wgs84$/i.test(system)) return null
  const query = param('q')?.replace(/\s*\([^()]*\)?$/, '')
  return read(query) ?? readLatFirst(at)
}

function readerFor({ protocol, hostname, pathname }: URL): Reader | undefined {
  if (protocol === 'geo:') return readGeo
  if (protocol !== 'http:' && protocol !== 'https:') return SCHEMES[protocol]
  const reader = HOSTS.find(([host]) => host.test(hostname))?.[1]
  // These hosts also have services other than maps.
  if (reader === readBing || reader === readYandex)
    return /^\/(?:\S+\/)?(?:maps|harita|navi|web-maps)\b/.test(pathname) || hostname.startsWith('maps.')
      ? reader
      : undefined
  return reader
}

/** Parameters that contain another link, used by redirects and consent pages. */
const NESTED = ['link', 'continue', 'url', 'q']

function readLink(text: string, read: Link['read'], depth = 0): Point | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const reader = readerFor(url)
  if (!reader) return null
  const opaque = url.pathname.includes('=') && !url.search ? url.pathname.replace(/^\/*/, '') : ''
  const fragment = new URLSearchParams(url.hash.replace(/^#\??/, '') || opaque)
  const param = (name: string) => url.searchParams.get(name) ?? fragment.get(name)
  if (depth === 0)
    for (const name of NESTED) {
      const inner = param(name)
      if (inner && /^https?:/i.test(inner)) return readLink(inner, read, 1)
    }
  return reader({ url, param, read })
}

const LINK =
  /\b(?:https?|geo|google\.navigation|comgooglemaps|maps|waze|yandexmaps|yandexnavi|dgis|om|mapswithme|osmand\.api):[^\s"<>]+/gi
const BARE = /^(?:[a-z0-9-]+\.)+[a-z]{2,}\/\S*$/i

/** Whether a string contains a link. */
export function hasLink(text: string): boolean {
  return BARE.test(text) || text.search(LINK) >= 0
}

/**
 * Finds the position in the first link to a known map service; null if there is none. Each host has its own order of
 * latitude and longitude.
 * @param read parses text that a person typed into the map's search
 */
export function readMapLink(text: string, read: (text: string) => Point | null): Point | null {
  const links = BARE.test(text) ? [`https://${text}`] : (text.match(LINK) ?? [])
  const readText: Link['read'] = (value) => (value ? read(value) : null)
  return readFirst(links, (link) => readLink(link.replaceAll('&amp;', '&').replace(/[.,;>]+$/, ''), readText))
}
