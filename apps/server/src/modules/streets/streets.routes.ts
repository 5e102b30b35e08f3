import { gunzipSync } from 'node:zlib'
import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import type { StreetMaps } from './street-map.service.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Routes for the street maps that the operator loaded: the list and the tiles. Public, like the map. */
export function streetRoutes(app: FastifyInstance, { maps }: { maps: StreetMaps }): void {
  serve(app, contract.getStreetMap, async ({ request, reply }) => {
    const about = await maps.about()
    const etag = `"${about.version}"`
    reply.header('etag', etag).header('cache-control', 'no-cache')
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : about
  })

  serve(app, contract.getStreetTile, async ({ params: { version, ...at }, request, reply }) => {
    const { tile, current } = await maps.tile(version, at)
    const etag = `"${version}-${at.z}-${at.x}-${at.y}"`
    reply.header('cache-control', current ? IMMUTABLE : 'no-store')
    if (!tile) return reply.code(204).send()
    if (current) reply.header('etag', etag)
    if (current && request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.header('vary', 'accept-encoding').type('application/vnd.mapbox-vector-tile')
    // Tiles are stored gzipped. Decompress them only for clients that don't accept gzip.
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
      return reply.code(200).send(Buffer.from(gunzipSync(tile)))
    return reply.code(200).header('content-encoding', 'gzip').send(Buffer.from(tile))
  })
}
