import { decodePlusCode } from './plus-code.ts'

/** A parsed text: a point, numbers out of range, or a text to search for. */
export type Typed =
  | { kind: 'point'; latitude: number; longitude: number }
  | { kind: 'out-of-range' }
  | { kind: 'text' }

type Pair = readonly [string | undefined, string | undefined]

const TEXT: Typed = { kind: 'text' }
const NUMBER = '[+-]?\\d{1,3}(?:\\.\\d+)?'
const PAIR = new RegExp(`^\\s*(${NUMBER})\\s*[,;\\s]\\s*(${NUMBER})\\s*$`)
const PART =
  "(\\d{1,3}(?:\\.\\d+)?)\\s*°\\s*(?:(\\d{1,2}(?:\\.\\d+)?)\\s*[′'’]\\s*)?(?:(\\d{1,2}(?:\\.\\d+)?)\\s*(?:″|\"|”|'')\\s*)?"
const SEXAGESIMAL = new RegExp(`^\\s*${PART}([NS])\\s*[,;\\s]?\\s*${PART}([EWO])\\s*$`, 'i')

const point = ([latitude, longitude]: Pair): Typed => {
  if (latitude === undefined || longitude === undefined) return TEXT
  const [lat, lng] = [Number(latitude), Number(longitude)]
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) return TEXT
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return { kind: 'out-of-range' }
  return { kind: 'point', latitude: lat, longitude: lng }
}

const pairIn = (text: string | null): Pair => {
  const [, latitude, longitude] = PAIR.exec(text ?? '') ?? []
  return [latitude, longitude]
}

const sexagesimal = (text: string): Typed => {
  const found = SEXAGESIMAL.exec(text)
  if (!found) return TEXT
  const [, d1 = '0', m1 = '0', s1 = '0', ns = 'N', d2 = '0', m2 = '0', s2 = '0', ew = 'E'] = found
  const value = (d: string, m: string, s: string, negative: boolean) =>
    (negative ? -1 : 1) * (Number(d) + Number(m) / 60 + Number(s) / 3600)
  return point([String(value(d1, m1, s1, /s/i.test(ns))), String(value(d2, m2, s2, /[wo]/i.test(ew)))])
}

const first = (...inputs: Typed[]): Typed => inputs.find(({ kind }) => kind !== 'text') ?? TEXT

const PARAMETERS = ['q', 'query', 'll', 'sll', 'coordinate', 'center', 'destination', 'daddr']

/** Links of Google's and Apple's maps, of OpenStreetMap, and `geo:`. */
const linked = (text: string): Typed => {
  const geo = new RegExp(`^geo:(${NUMBER}),(${NUMBER})`, 'i').exec(text)
  if (geo) {
    const query = /[?&]q=([^&(]+)/.exec(text)?.[1]
    return first(point(pairIn(query ? decodeURIComponent(query) : null)), point([geo[1], geo[2]]))
  }
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return TEXT
  const url = new URL(text)
  const pin = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`).exec(url.href) ?? []
  const at = new RegExp(`@(${NUMBER}),(${NUMBER})`).exec(url.pathname) ?? []
  const hash = new RegExp(`map=\\d+(?:\\.\\d+)?/(${NUMBER})/(${NUMBER})`).exec(url.hash) ?? []
  return first(
    point([pin[1], pin[2]]),
    point([url.searchParams.get('mlat') ?? undefined, url.searchParams.get('mlon') ?? undefined]),
    ...PARAMETERS.map((name) => point(pairIn(url.searchParams.get(name)?.replace(/^loc:/, '') ?? null))),
    point([at[1], at[2]]),
    point([hash[1], hash[2]]),
  )
}

/**
 * Reads `40.7, -74`, `41°22'59"N 2°10'0"E`, plus codes and links of map apps. A short plus code is completed by the
 * point `near`.
 */
export const readCoordinates = (
  text: string,
  near: { latitude: number; longitude: number } | null = null,
): Typed => {
  const typed = text.trim()
  if (!typed) return TEXT
  const code = decodePlusCode(typed, near)
  if (code) return { kind: 'point', ...code }
  return first(point(pairIn(typed)), sexagesimal(typed), linked(typed))
}
