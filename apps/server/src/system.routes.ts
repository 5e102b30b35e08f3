import { contract } from '@nollie/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ApiDocument, apiPage, apiStyle } from './platform/http/api-page.ts'
import { serve } from './platform/http/index.ts'

export type SystemDeps = {
  mapStyle: string
  locationServices: readonly string[]
  operator: { name: string | null; contact: string | null }
  videos: boolean
  copiesPhotos: boolean
  /** Where whoever sends this request finds unsent mail; null where they may not. */
  outboxFor: (request: FastifyRequest) => string | null
  /** Each gives its word, or throws, within a second or so. */
  checks: Record<string, () => Promise<unknown>>
}

const CHECK_MS = 2_000

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

/** Health, what the server can do, and the API's own description. */
export const systemRoutes = (app: FastifyInstance, deps: SystemDeps): void => {
  const style = apiStyle()
  serve(app, contract.live, () => ({ status: 'ok' as const }))

  serve(app, contract.ready, async ({ reply }) => {
    const results = await Promise.all(
      Object.entries(deps.checks).map(async ([name, check]) => [name, await answers(check)] as const),
    )
    const checks = Object.fromEntries(
      results.map(([name, ok]) => [name, ok ? ('ok' as const) : ('failing' as const)]),
    )
    const well = results.every(([, ok]) => ok)
    if (well) return { status: 'ok' as const, checks }
    return reply
      .code(503)
      .serializer(JSON.stringify)
      .type('application/json')
      .send({ status: 'failing', checks })
  })

  serve(app, contract.getConfig, ({ request }) => ({
    map_style: deps.mapStyle,
    location_services: [...deps.locationServices],
    operator: deps.operator,
    videos: deps.videos,
    copies_photos: deps.copiesPhotos,
    outbox: deps.outboxFor(request),
  }))

  serve(app, contract.openapi, async ({ reply }) =>
    reply.type('application/json').serializer(JSON.stringify).send(app.swagger()),
  )

  serve(app, contract.apiDocs, ({ reply }) =>
    reply.type('text/html; charset=utf-8').send(apiPage(app.swagger() as unknown as ApiDocument)),
  )
  serve(app, contract.apiDocsStyle, ({ reply }) => reply.type('text/css; charset=utf-8').send(style))
}
