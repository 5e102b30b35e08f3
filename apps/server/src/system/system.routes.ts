import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { type ApiDocument, apiPage, apiStyle, serve } from '../platform/http/index.ts'
import type { AdSettings } from '../modules/ads/index.ts'
import type { OutboxAccess } from '../platform/mail/index.ts'

/** Facts about this server for clients. */
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
}

/** Serves this server's features and the API's own description. */
export function systemRoutes(app: FastifyInstance, { facts, access }: Deps): void {
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
