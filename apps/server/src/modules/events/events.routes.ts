import type { OutgoingHttpHeaders } from 'node:http'
import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { networkOf, Refusal, serve } from '../../platform/http/index.ts'
import type { LiveEvents } from './events.service.ts'

/** Topics of visitors. */
const PUBLIC_TOPICS = new Set(['spots'])
/** Topics of members, who also always subscribe to their own. */
const MEMBER_TOPICS = new Set(['posts', 'likes', 'comments', 'people', 'discussions'])

const readTopics = (text: string, isMember: boolean): string[] => {
  const topics = [...new Set(text.split(','))]
  if (!topics.every((topic) => PUBLIC_TOPICS.has(topic) || MEMBER_TOPICS.has(topic)))
    throw new Refusal('BAD_REQUEST', { fields: { topics: 'Unknown topic' } })
  if (!isMember && topics.some((topic) => MEMBER_TOPICS.has(topic))) throw new Refusal('SESSION_MISSING')
  return topics
}

/** The live stream. */
export const eventRoutes = (app: FastifyInstance, { liveEvents }: { liveEvents: LiveEvents }): void => {
  serve(app, contract.streamEvents, async ({ query, headers, viewer, request, reply }) => {
    const topics = readTopics(query.topics, viewer !== null)
    const who = { user_id: viewer?.user_id ?? null, ip: networkOf(request.ip) }
    await liveEvents.ready()
    liveEvents.streams.admit(who)
    const last = headers['last-event-id']
    const begin =
      last !== undefined
        ? { last: Number(last), isAgain: true }
        : query.since !== undefined
          ? { last: Number(query.since), isAgain: false }
          : null
    reply.hijack()
    const { raw } = reply
    if (raw.destroyed) return reply
    raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    raw.socket?.setNoDelay(true)
    const stream = {
      ...who,
      raw,
      topics: viewer ? [...topics, `user:${viewer.user_id}`] : topics,
      session_id: viewer?.session_id ?? null,
      waiting: [],
      hidden: new Set<string>(),
      sent: new Set<number>(),
    }
    await liveEvents.open(stream, begin)
    return reply
  })
}
