import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { draftKeys } from '../../lib/keys/drafts.ts'
import { readAgain } from '../../lib/outbox/entries.ts'
import { type SendTools, Unsent, type WaitingKind } from '../../lib/outbox/kinds.ts'
import { useWaiting, type Waiting } from '../../lib/outbox/use-outbox.ts'
import { forgetSentFiles, sendWaitingFiles, toFileFields } from '../media/index.ts'
import type { DropPosition } from './drop-position.ts'

/** A quick drop in the outbox that's waiting for the network or its position. */
export type WaitingDraft = {
  taken_at: string
  position: DropPosition | null
  /** The name and description typed so far. */
  note?: string
  /** When (ms) the drop's page stops trying to find the position; 0 once the page has found it or given up. */
  until: number
}

/** The outbox kind for quick drops. */
export const DRAFT = 'draft'

const SECOND = 1

/** Returns the quick drops on this device that haven't been sent to the server. */
export function useWaitingDrafts(): readonly Waiting<WaitingDraft>[] {
  useEffect(() => {
    void readAgain()
  }, [])
  return useWaiting<WaitingDraft>(DRAFT)
}

/**
 * Sends a quick drop's files, and then the draft. Idempotent if the files are the same.
 * @throws ApiError
 * @throws Unsent
 */
export async function sendDrop(
  { taken_at, position, note, until }: WaitingDraft,
  key: string,
  tools: SendTools,
): Promise<void> {
  // The tab that took the photo may still be looking for the position.
  if (until > Date.now()) throw new Unsent('busy', '', SECOND)
  const media_ids = await sendWaitingFiles(tools)
  const described = await tools.files()
  const files = toFileFields(media_ids.map((media_id, n) => ({ media_id, alt_text: described[n]?.alt_text })))
  const headers = { 'idempotency-key': key }
  await call('POST /api/drafts', {
    body: { ...files, taken_at, ...position, ...(note && { note }) },
    headers,
  }).catch(async (error: unknown) => {
    // The server deletes unused files after some time, and this device has been offline longer than that.
    if (!(error instanceof ApiError && error.code === 'MEDIA_NOT_FOUND')) throw error
    await forgetSentFiles(tools)
    throw new Unsent('busy', '', SECOND)
  })
}

/** The outbox kind that sends quick drops. */
export function waitingDrafts(client: QueryClient): WaitingKind<WaitingDraft> {
  return {
    isRepeatable: true,
    isQuiet: true,
    send: async ({ id, payload }, tools) => {
      await sendDrop(payload, id, tools)
      // Adds the draft to the list before the entry leaves the outbox, so that it never disappears from the screen.
      await client.refetchQueries({ queryKey: draftKeys.all }).catch(() => undefined)
    },
    describe: () => ({ what: m.drafts_quick_save(), where: null, text: null, href: '/profile?tab=drafts' }),
  }
}
