import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { type ApiDocument, apiPage, apiStyle, ShortCache, serve } from '../platform/http/index.ts'
import type { AdSettings } from '../modules/ads/index.ts'
import type { OutboxAccess } from '../platform/mail/index.ts'

/** Health, configuration and version of this server. */
export type ServerFacts = {
  mapStyle: string
  locationServices: readonly string[]
  operator: { name: string | null; contact: string | null }
  videos: boolean
  copiesPhotos: boolean
  ads: AdSettings
}

type Deps = {
  facts: ServerFacts
  access: OutboxAccess
  /** Each returns its state, or throws, within about a second. */
  checks: Record<string, () => Promise<unknown>>
}

const CHECK_MS = 2_000
/** Balancers ask many times a second; the checks ask database and storage once in this time. */
const SHARED_MS = 500

const answers = async (check: () => Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, CHECK_MS, false)
  })
  try {
    return await Promise.race([check().then((ok) => ok !== false), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Health, for monitors: also of a process that only works. */
export const healthRoutes = (app: FastifyInstance, { checks }: Deps): void => {
  serve(app, contract.live, () => ({ status: 'ok' as const }))

  const check = () =>
    Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await answers(check)] as const))
  const recent = new ShortCache<Awaited<ReturnType<typeof check>>>({ name: 'health', ms: SHARED_MS, max: 1 })
  serve(app, contract.ready, async ({ reply }) => {
    const results = await recent.get('', check)
    const answered = Object.fromEntries(
      results.map(([name, ok]) => [name, ok ? ('ok' as const) : ('failing' as const)]),
    )
    const isStaying = app.readiness.answer()
    const well = results.every(([, ok]) => ok) && isStaying
    if (well) return { status: 'ok' as const, checks: answered }
    return reply
      .code(503)
      .serializer(JSON.stringify)
      .type('application/json')
      .send({
        status: 'failing',
        checks: isStaying ? answered : { ...answered, stopping: 'failing' as const },
      })
  })
}

/** The features of this server, and the API's own description. */
export const systemRoutes = (app: FastifyInstance, { facts, access }: Deps): void => {
  const style = apiStyle()
  serve(app, contract.getConfig, ({ request }) => ({
    map_style: facts.mapStyle,
    location_services: [...facts.locationServices],
    operator: facts.operator,
    videos: facts.videos,
    copies_photos: facts.copiesPhotos,
    ads: { ...facts.ads, frame: facts.ads.frame?.href ?? null },
    outbox: access.linkFor(request),
  }))

  serve(app, contract.openapi, async ({ reply }) =>
    reply.type('application/json').serializer(JSON.stringify).send(app.swagger()),
  )

  serve(app, contract.apiDocs, ({ reply }) =>
    reply.type('text/html; charset=utf-8').send(apiPage(app.swagger() as unknown as ApiDocument)),
  )
  serve(app, contract.apiDocsStyle, ({ reply }) => reply.type('text/css; charset=utf-8').send(style))
}
