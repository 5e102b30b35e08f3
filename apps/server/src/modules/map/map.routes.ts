import { contract, type Viewer } from '@nollie/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../db/open.ts'
import type { Reads } from '../../db/read-replicas.ts'
import { JsonText, serve, buildSenderKey } from '../../platform/http/index.ts'
import { findSpots } from '../spots/index.ts'
import { findDensestBounds, findMatchBounds } from './bounds.service.ts'
import type { Weather } from '../conditions/index.ts'
import { countFacts } from './count-facts.service.ts'
import type { FactFilters, Filters } from './facets.ts'
import { readKnownMap } from './known-spots.service.ts'
import { listView } from './map-list.service.ts'
import { readPinCard, readMap } from './map.service.ts'
import { toRanges } from './morton-ranges.ts'

const SUGGESTIONS = 5

type Query = {
  z: number
  x0: number
  x1: number
  y0: number
  y1: number
}

function toView({ z, x0, x1, y0, y1 }: Query) {
  return { z, x0, x1, y0, y1 }
}

function toFilters({
  type,
  q,
  keywords,
  place,
  difficulty,
  status,
  media,
  around,
  now,
  ...rest
}: Filters): Filters {
  return {
    type,
    q,
    keywords,
    place,
    difficulty,
    status,
    media,
    around,
    now,
    ...toFactFilters(rest),
  }
}

// Absent filters stay absent because a list's cursor includes its filters.
function toFactFilters({
  obstacle,
  height_min,
  height_max,
  surface,
  ground,
  features,
}: FactFilters): FactFilters {
  return {
    ...(obstacle && { obstacle }),
    ...(height_min && { height_min }),
    ...(height_max && { height_max }),
    ...(surface && { surface }),
    ...(ground && { ground }),
    ...(features && { features }),
  }
}

/** From this zoom on, a view requests current weather. Wider views use stored weather. */
const WEATHER_ZOOM = 10

type Deps = { db: Db; reads: Reads; conditions: { weather: Weather } }

/** Routes for the map, the list beside it, and its search suggestions, all of which are public. */
export function mapRoutes(app: FastifyInstance, { db, reads, conditions }: Deps): void {
  const prepare = async (query: Query & Filters, viewer: Viewer | null, { ip }: FastifyRequest) => {
    if (query.now && query.z >= WEATHER_ZOOM)
      await conditions.weather.prepare(toRanges(toView(query)), buildSenderKey(viewer, ip))
  }
  serve(app, contract.getMap, async ({ query, viewer, request, reply }) => {
    // Skateability changes over time without changing the map's version.
    const known = query.now ? undefined : request.headers['if-none-match']
    await prepare(query, viewer, request)
    const { tag, text } = await reads.run(request, (from) =>
      readMap(from, toView(query), toFilters(query), known),
    )
    // Browsers store the response but always revalidate it. Most revalidations return 304 without a body.
    reply.header('etag', tag).header('cache-control', 'no-cache')
    return text === null ? reply.code(304).send() : new JsonText(text)
  })
  serve(
    app,
    contract.mapOfKnown,
    async ({ query, viewer, request }) =>
      new JsonText(
        await reads.run(request, (from) =>
          readKnownMap(from, viewer.user_id, toView(query), toFilters(query)),
        ),
      ),
  )
  serve(app, contract.cardOfPin, ({ params, viewer }) => readPinCard(db, viewer?.user_id ?? null, params.pin))
  serve(app, contract.listSpots, async ({ query, viewer, request }) => {
    await prepare(query, viewer, request)
    const text = await reads.run(request, (from) =>
      listView(from, viewer?.user_id ?? null, toView(query), toFilters(query), query),
    )
    return new JsonText(text)
  })
  serve(app, contract.boundsOfSpots, ({ query, request }) =>
    reads.run(request, (from) => findMatchBounds(from, toFilters(query))),
  )
  serve(app, contract.countFacts, ({ query, request }) =>
    reads.run(request, (from) => countFacts(from, toView(query), toFilters(query))),
  )
  serve(app, contract.densestPlace, async ({ request }) => ({
    bounds: await reads.run(request, findDensestBounds),
  }))
  serve(app, contract.suggestSpots, async ({ query, viewer, request }) => {
    const { items } = await reads.run(request, (from) =>
      findSpots(from, viewer?.user_id ?? null, query.q, {
        limit: SUGGESTIONS,
        near: query.near,
        status: query.status ?? 'open',
      }),
    )
    return { items }
  })
}
