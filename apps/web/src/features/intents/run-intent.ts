import type { SessionUser } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { getName } from '../../lib/text/person-name.ts'
import { buildBody, writeDraft } from '../comments/index.ts'
import { type Intent, takeIntent } from './intent-store.ts'

/** An intent's result, described in a sentence. */
export type Outcome = { isDone: boolean; text: string }

/** How long (ms) a sign-in waits for its intent to finish. */
const TIMEOUT_MS = 8000

async function follow({ id, name }: Intent['spot'], me: string, signal: AbortSignal): Promise<Outcome> {
  const { creator } = await call('GET /api/spots/:spot_id', { params: { spot_id: id }, signal })
  if (!creator || creator.user_id === me) return { isDone: false, text: m.intents_failed_follow({ name }) }
  await call('PUT /api/people/:user_id/follow', { params: { user_id: creator.user_id }, signal })
  return { isDone: true, text: m.intents_done_follow({ person: getName(creator) }) }
}

async function runIntent(intent: Intent, user: SessionUser): Promise<Outcome> {
  const { name } = intent.spot
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  switch (intent.kind) {
    case 'like': {
      const { post_id, media_index } = intent.item
      const params = { post_id, media_index: String(media_index) }
      await call('PUT /api/posts/:post_id/media/:media_index/like', { params, signal })
      return { isDone: true, text: m.intents_done_like({ name }) }
    }
    case 'comment': {
      const { post_id, media_index } = intent.item
      await call('POST /api/posts/:post_id/comments', {
        params: { post_id },
        body: { content: intent.content, media_index, parent_comment_id: null },
        headers: { 'idempotency-key': intent.key },
        signal,
      })
      return { isDone: true, text: m.intents_done_comment({ name }) }
    }
    case 'save':
      await call('PUT /api/spots/:spot_id/save', { params: { spot_id: intent.spot.id }, signal })
      return { isDone: true, text: m.intents_done_save({ name }) }
    case 'follow':
      return follow(intent.spot, user.user_id, signal)
  }
}

const FAILED: Record<Intent['kind'], (inputs: { name: string }) => string> = {
  like: m.intents_failed_like,
  comment: () => m.intents_failed_comment(),
  save: m.intents_failed_save,
  follow: m.intents_failed_follow,
}

/**
 * Runs a newly signed-in person's pending intent once, and returns the result; null if there is none. Never throws, so
 * it can't make a sign-in fail. A comment that couldn't be posted becomes a draft.
 */
export async function runPendingIntent(user: SessionUser): Promise<Outcome | null> {
  const intent = takeIntent(user.email)
  if (!intent) return null
  try {
    return await runIntent(intent, user)
  } catch {
    if (intent.kind === 'comment') {
      const { item, content, key } = intent
      // The first attempt may have reached the server. If it's sent again with this key, it counts only once.
      const attempt = { key, text: buildBody(item, content, null), unanswered: true }
      writeDraft({ ...item, parent: null, owner: user.user_id }, content, attempt)
    }
    return { isDone: false, text: FAILED[intent.kind]({ name: intent.spot.name }) }
  }
}
