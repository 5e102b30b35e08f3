import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { draftKeys } from '../../lib/keys/drafts.ts'
import { readAgain } from '../../lib/outbox/entries.ts'
import { type SendTools, Unsent, type WaitingKind } from '../../lib/outbox/kinds.ts'
import { useWaiting, type Waiting } from '../../lib/outbox/use-outbox.ts'
import { forgetSentFiles, sendWaitingFiles } from '../media/index.ts'
import type { DropPosition } from './drop-position.ts'

/** A drop that waits for the network, or for its position. */
export type WaitingDraft = {
  taken_at: string
  position: DropPosition | null
  /** Until when (ms) its page may still find the position; 0 once it has, or has given up. */
  until: number
}

/** The name of the kind under which drops are stored. */
export const DRAFT = 'draft'

const SECOND = 1

/** The drops of this device that the account does not have yet. */
export function useWaitingDrafts(): readonly Waiting<WaitingDraft>[] {
  useEffect(() => {
    void readAgain()
  }, [])
  return useWaiting<WaitingDraft>(DRAFT)
}

/**
 * Sends a drop: its files, then the draft. The same files make one draft, however often they are sent.
 * @throws ApiError
 * @throws Unsent
 */
export async function sendDrop(
  { taken_at, position, until }: WaitingDraft,
  key: string,
  tools: SendTools,
): Promise<void> {
  // Another tab may be the one that finds the position.
  if (until > Date.now()) throw new Unsent('busy', '', SECOND)
  const media_ids = await sendWaitingFiles(tools)
  const headers = { 'idempotency-key': key }
  await call('POST /api/drafts', { body: { media_ids, taken_at, ...position }, headers }).catch(
    async (error: unknown) => {
      // Files that nothing shows are deleted after a while, and the network was away for longer.
      if (!(error instanceof ApiError && error.code === 'MEDIA_NOT_FOUND')) throw error
      await forgetSentFiles(tools)
      throw new Unsent('busy', '', SECOND)
    },
  )
}

/** Drops in the outbox of this device. */
export const waitingDrafts = (client: QueryClient): WaitingKind<WaitingDraft> => ({
  isRepeatable: true,
  isQuiet: true,
  send: async ({ id, payload }, tools) => {
    await sendDrop(payload, id, tools)
    // Listed before it leaves the outbox, so that it is never missing on screen.
    await client.refetchQueries({ queryKey: draftKeys.all }).catch(() => undefined)
  },
  describe: () => ({ what: m.drafts_drop(), where: null, text: null, href: '/profile?tab=drafts' }),
})
