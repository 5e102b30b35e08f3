import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** An element as Overpass stores it. Ways and relations have a center. */
export type FakeElement = {
  type: 'node' | 'way' | 'relation'
  id: number
  lat: number
  lon: number
  tags: Record<string, string>
  /** The box of an area; only areas around unnamed places are returned with it. */
  bounds?: Bounds
  /** The country's ISO code, for queries with a boundary. */
  country?: string
}

type Bounds = { minlat: number; minlon: number; maxlat: number; maxlon: number }

/** A box of a query: south, west, north, east. */
export type Bbox = readonly [south: number, west: number, north: number, east: number]

/** A received query. */
export type Asked = { query: string; box: Bbox; country: string | null; headers: IncomingHttpHeaders }

/** How the server fails instead of answering. */
export type ServerError =
  | { kind: 'limited'; retryAfter?: string }
  | { kind: 'busy' }
  | { kind: 'remark'; text?: string }
  | { kind: 'html'; status?: number }
  | { kind: 'text'; body: string }
  | { kind: 'cut' }
  | { kind: 'silent' }
  | { kind: 'huge' }
  | { kind: 'status'; status: number }

type ChooseError = (asked: Asked, count: number) => ServerError | null | Promise<ServerError | null>

const TIMED_OUT = 'runtime error: Query timed out in "query" at line 1 after 91 seconds.'
const BUSY_PAGE = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html><body><p><strong style="color:#FF0000">Error</strong>: runtime error: open64: 0 Success /osm3s_osm_base
Dispatcher_Client::request_read_and_idx::timeout. The server is probably too busy to handle your request.</p></body></html>`

const NUMBER = String.raw`(-?[\d.]+(?:e-?\d+)?)`
const BOX = new RegExp(String.raw`\(${NUMBER},${NUMBER},${NUMBER},${NUMBER}\)`)

/** Evaluates `["key"="value"]` and `["key"~"pattern"]`. */
function matches({ tags }: FakeElement, key: string, operator: string, value: string): boolean {
  const own = tags[key]
  if (own === undefined) return false
  return operator === '=' ? own === value : new RegExp(value).test(own)
}

/** Reads a query's settings, box, country, and tag filters; null for a query with a syntax error. */
function parseQuery(
  query: string,
): { box: Bbox; country: string | null; filters: RegExpMatchArray[] } | null {
  const box = BOX.exec(query)
  const filters = [...query.matchAll(/nwr\["(\w+)"([=~])"([^"]*)"\]/g)]
  if (!/^\[out:json\]\[timeout:\d+\]\[maxsize:\d+\];/.test(query) || !box || filters.length === 0) return null
  if (!/\.found out tags center qt;/.test(query) || !/out tags bb qt;$/.test(query)) return null
  const country = /area\["ISO3166-1"="([A-Z]{2})"\]/.exec(query)?.[1] ?? null
  return { box: box.slice(1, 5).map(Number) as unknown as Bbox, country, filters }
}

function isInside({ lat, lon }: FakeElement, [south, west, north, east]: Bbox): boolean {
  return lat >= south && lat <= north && lon >= west && lon <= east
}

const AROUND = /wr\(around\.bare:\d+\)\["name"\]\["(\w+)"([=~])"([^"]*)"\]/g

/** Evaluates the second part of a query: the named areas around found elements without a name. */
function findAreas(query: string, elements: readonly FakeElement[], found: readonly FakeElement[]) {
  const filters = [...query.matchAll(AROUND)]
  const bare = found.filter(({ tags }) => tags.name === undefined)
  return elements
    .filter(({ tags }) => tags.name !== undefined)
    .filter((element) =>
      filters.some(([, key = '', is = '', value = '']) => matches(element, key, is, value)),
    )
    .flatMap(({ type, id, tags, bounds }) => {
      if (!bounds) return []
      const box: Bbox = [bounds.minlat, bounds.minlon, bounds.maxlat, bounds.maxlon]
      return bare.some((one) => isInside(one, box)) ? [{ type, id, bounds, tags }] : []
    })
}

function toOutput({ type, id, lat, lon, tags }: FakeElement) {
  return type === 'node' ? { type, id, lat, lon, tags } : { type, id, center: { lat, lon }, tags }
}

function write(error: ServerError, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' }
  const html = { 'content-type': 'text/html; charset=utf-8' }
  switch (error.kind) {
    case 'limited':
      return void response
        .writeHead(429, { ...html, ...(error.retryAfter && { 'retry-after': error.retryAfter }) })
        .end(BUSY_PAGE)
    case 'busy':
      return void response.writeHead(504, html).end(BUSY_PAGE)
    case 'remark':
      // Real servers send what they have found before the error.
      return void response
        .writeHead(200, json)
        .end(JSON.stringify({ version: 0.6, elements: [], remark: error.text ?? TIMED_OUT }))
    case 'html':
      return void response
        .writeHead(error.status ?? 200, html)
        .end('<html><body>Welcome to this Wi-Fi!</body></html>')
    case 'text':
      return void response.writeHead(200, json).end(error.body)
    case 'cut':
      response.writeHead(200, { ...json, 'content-length': 5_000 })
      response.write('{"version":0.6,"elements":[')
      return void setTimeout(() => response.destroy(), 20)
    case 'silent':
      return
    case 'huge':
      return void response
        .writeHead(200, json)
        .end(JSON.stringify({ elements: [], padding: 'x'.repeat(300_000) }))
    case 'status':
      return void response.writeHead(error.status, html).end(BUSY_PAGE)
  }
}

/**
 * Starts a fake Overpass server that speaks the real protocol: `POST /api/interpreter` with `data=`, boxes, tag
 * filters, country boundaries, and the real server's ways to fail. It evaluates queries on the test's elements.
 */
export async function startOverpass(
  given: { elements?: readonly FakeElement[]; delayMs?: number; port?: number } = {},
) {
  let elements = given.elements ?? []
  let countries: ReadonlySet<string> | null = null
  let chooseError: ChooseError = () => null
  const asked: Asked[] = []
  let active = 0
  let mostActive = 0
  const answer = async (query: string, headers: IncomingHttpHeaders, response: ServerResponse) => {
    const parsed = parseQuery(query)
    if (!parsed)
      return void response.writeHead(400, { 'content-type': 'text/html' }).end('<p>parse error</p>')
    const { box, country, filters } = parsed
    const request = { query, box, country, headers }
    asked.push(request)
    const error = await chooseError(request, asked.length)
    if (error) return write(error, response)
    const isKnown = country !== null && (countries === null || countries.has(country))
    const found = elements
      .filter((element) => country === null || (isKnown && element.country === country))
      .filter((element) => isInside(element, box))
      .filter((element) =>
        filters.some(([, key = '', is = '', value = '']) => matches(element, key, is, value)),
      )
    const around = findAreas(query, elements, found)
    const areas = String(isKnown ? 1 : 0)
    const count = {
      type: 'count',
      id: 0,
      tags: { nodes: '0', ways: '0', relations: '0', areas, total: areas },
    }
    const body = {
      version: 0.6,
      generator: 'Overpass API 0.7.62.1 084b4234',
      osm3s: { timestamp_osm_base: '2026-11-29T00:00:00Z', copyright: 'ODbL' },
      elements: [...(country ? [count] : []), ...found.map(toOutput), ...around],
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    active += 1
    mostActive = Math.max(mostActive, active)
    response.once('close', () => (active -= 1))
    if (request.method !== 'POST' || request.url !== '/api/interpreter') {
      response.writeHead(404).end()
      return
    }
    void text(request).then((body) =>
      setTimeout(
        () => void answer(new URLSearchParams(body).get('data') ?? '', request.headers, response),
        given.delayMs ?? 0,
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(given.port ?? 0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`),
    /** The queries received so far. */
    asked,
    /** The largest number of requests in progress at the same time. */
    getMostActive: () => mostActive,
    /** Replaces the elements. */
    has: (next: readonly FakeElement[]) => void (elements = next),
    /** Sets the countries whose boundaries it has; null for all. */
    knows: (codes: readonly string[] | null) => void (countries = codes && new Set(codes)),
    /** Chooses how to fail; `count` is the number of the request, starting at 1. */
    fails: (choose: ChooseError) => void (chooseError = choose),
    /** Clears queries, elements, and errors. */
    reset: () => {
      asked.length = 0
      elements = []
      countries = null
      chooseError = () => null
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The return value of {@link startOverpass}. */
export type FakeOverpass = Awaited<ReturnType<typeof startOverpass>>
