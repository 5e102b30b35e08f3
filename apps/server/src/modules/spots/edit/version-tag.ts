import type { Spot } from '@nollie/contract'
import type { FastifyReply } from 'fastify'

/** Sends a spot with its version as the ETag, for use with `If-Match`. */
export async function addVersionTag(reply: FastifyReply, spot: Promise<Spot>): Promise<Spot> {
  const found = await spot
  reply.header('etag', `"${found.version}"`)
  return found
}
