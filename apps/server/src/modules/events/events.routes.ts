import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { toNetwork, Refusal, serve, takeOver } from '../../platform/http/index.ts'
import type { LiveEvents } from './events.service.ts'
import { say } from '../../platform/languages/index.ts'

/** Topics that visitors can subscribe to. */
const PUBLIC_TOPICS = new Set(['spots'])
/** Topics that members can subscribe to. They're always subscribed to their own topic as well. */
const MEMBER_TOPICS = new Set(['posts', 'likes', 'comments', 'people', 'discussions'])

function readTopics(text: string, isMember: boolean): string[] {
  const topics = [...new Set(text.split(','))]
  if (!topics.every((topic) => PUBLIC_TOPICS.has(topic) || MEMBER_TOPICS.has(topic)))
    throw new Refusal('BAD_REQUEST', { fields: { topics: say`Unknown topic` } })
  if (!isMember && topics.some((topic) => MEMBER_TOPICS.has(topic))) throw new Refusal('SESSION_MISSING')
  return topics
}

/** Route for the live event stream. */
export function eventRoutes(app: FastifyInstance, { liveEvents }: { liveEvents: LiveEvents }): void {
  serve(app, contract.streamEvents, async ({ query, headers, viewer, request, reply }) => {
    const topics = readTopics(query.topics, viewer !== null)
    const who = { user_id: viewer?.user_id ?? null, ip: toNetwork(request.ip) }
    await liveEvents.ready()
    liveEvents.streams.admit(who)
    if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send()
    const last = headers['last-event-id']
    const begin =
      last !== undefined
        ? { last: Number(last), isAgain: true }
        : query.since !== undefined
          ? { last: Number(query.since), isAgain: false }
          : null
    reply.hijack()
    const socket = takeOver(reply.raw, 200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    if (!socket) return reply
    const stream = {
      ...who,
      socket,
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
