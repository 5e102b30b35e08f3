import type { Spot } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, getMessage } from '../../lib/api.ts'
import { go } from '../../lib/navigation.ts'
import type { Post } from '../../lib/drafts/form-drafts.ts'
import { isDeviceFull } from '../../lib/outbox/device-full.ts'
import { queueUnsent, sendOrQueue } from '../../lib/outbox/send-or-queue.ts'
import { session } from '../../lib/session.ts'
import { draftKeys } from '../../lib/keys/drafts.ts'
import { feedKeys } from '../../lib/keys/feed.ts'
import { mapKeys } from '../../lib/keys/map.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { toast, toastWaiting, useForm } from '../../ui/index.ts'
import {
  toStartOfDay,
  type ChosenSecrecy,
  placeValue,
  shareSpot,
  type Sought,
  type SpotForm,
} from '../spots/index.ts'
import { isDraftGone } from '../drafts/index.ts'
import { type FileFields, toFileFields, uploadNow, type UploadQueue } from '../media/index.ts'
import { moveShare, shares } from './share-draft.ts'
import type { SharedSpot } from './shared-spot.ts'
import { ShareStopped, validateShare } from './share-needs.ts'
import { toSearchedSpot } from './use-same-spot.ts'

/** The current step of a submission. */
export type ShareStep = 'idle' | 'uploading' | 'creating'

/** Returns the files; null if the server can't be reached. */
async function uploaded(queue: UploadQueue): Promise<FileFields | null> {
  const finished = await uploadNow(queue)
  if (!finished) return null
  const { good, stuck, signedOut } = finished
  if (signedOut) throw new ShareStopped(m.share_toast_auth_title(), m.share_toast_auth_text())
  if (stuck) {
    const { kind, name } = stuck
    const text = kind === 'image' ? m.share_toast_error_image({ name }) : m.share_toast_error_video({ name })
    throw new ShareStopped(m.share_toast_error_title(), text)
  }
  if (!good.some(({ kind }) => kind === 'image'))
    throw new ShareStopped(m.share_toast_photo_title(), m.share_toast_photo_text())
  return toFileFields(good)
}

/** The outbox kind for new spots. */
export const SPOT = 'spot'

/**
 * Builds the JSON request body. The same form and files always give the same text, so that a retry has the same
 * idempotency key.
 */
export function requestText(form: SpotForm, files: FileFields, draft_id?: string): string {
  return JSON.stringify({
    name: form.name.trim(),
    description: form.description.trim() || null,
    address: form.address.trim() || null,
    city: placeValue(form, 'city'),
    state: placeValue(form, 'state'),
    country: placeValue(form, 'country'),
    postal_code: placeValue(form, 'postal_code'),
    latitude: form.point?.latitude,
    longitude: form.point?.longitude,
    difficulty_level: form.difficulty_level,
    spot_types: form.spot_types,
    audience: form.audience ?? undefined,
    precision: form.precision ?? undefined,
    exact_for: form.exact_for ?? undefined,
    opens_at: toStartOfDay(form.opens_on) ?? undefined,
    crew_id: form.crew_id ?? undefined,
    ...files,
    draft_id,
  })
}

function explain(error: unknown): { title: string; description: string } {
  if (error instanceof ShareStopped) return { title: error.title, description: error.message }
  if (error instanceof ApiError && error.status === 401)
    return { title: m.share_toast_auth_title(), description: m.share_toast_auth_text() }
  if (isDeviceFull(error)) return { title: m.outbox_full_title(), description: m.outbox_full_text() }
  const title = m.share_toast_error_title()
  if (!(error instanceof ApiError) || error.code === 'INTERNAL')
    return { title, description: m.share_toast_error_text() }
  if (error.status >= 500 && error.detail)
    return { title, description: m.share_toast_error_database({ detail: error.detail }) }
  return { title, description: getMessage(error, m.share_toast_error_text()) }
}

/** A spot in the outbox. */
export type WaitingSpot = SpotForm & {
  /** The stored draft that becomes the spot, and the draft's files, which are shown before all others. */
  from?: FileFields & { draft_id: string }
}

const CANCELLED = 'cancelled'

type Shared = {
  form: SpotForm
  draftId: string | undefined
  /** Checks again once the uploads have added data about the spot; resolves to whether to continue. */
  askAgain: () => Promise<boolean>
}

/** Shares the form. Resolves to null if it was queued in the outbox. */
async function shareNow(
  { form, draftId, askAgain }: Shared,
  queue: UploadQueue,
  send: <T>(body: string, post: Post<T>) => Promise<T>,
  onCreating: () => void,
): Promise<Spot | null | typeof CANCELLED> {
  const from = draftId && { from: { draft_id: draftId, ...toFileFields(queue.adopted()) } }
  const payload: WaitingSpot = { ...form, ...from }
  const buildEntry = (id: string) => ({
    kind: SPOT,
    target: id,
    id,
    payload,
    files: () => queue.filesToWait(),
  })
  const files = await uploaded(queue)
  if (files === null) return queueUnsent(buildEntry(crypto.randomUUID()))
  if (!(await askAgain())) return CANCELLED
  onCreating()
  return send(requestText(form, files, draftId), (text, key) =>
    sendOrQueue(buildEntry(key), () => shareSpot(text, key)),
  )
}

// Uploads may take minutes, so the person may have left the screen by then.
const SHARE_PATH = '/share-spot'

function leaveForm(path: string, options?: { replace?: boolean; state?: object }) {
  if (location.pathname === SHARE_PATH) go(path, options)
}

function toShared(spot: Spot, { audience, opens_on }: SpotForm): SharedSpot {
  return {
    id: spot.id,
    name: spot.name,
    description: spot.description,
    latitude: spot.latitude,
    longitude: spot.longitude,
    type: spot.spot_types[0] ?? null,
    isPrivate: audience === 'only_me' || opens_on !== '',
  }
}

type Box = { draft: SpotForm; isSending: boolean }
type Names = {
  userId: string
  name: string
  draftId: string | undefined
  /** Resolves to the spot's audience. */
  settle: () => Promise<ChosenSecrecy>
  /** Asks whether a spot like this already exists; resolves to whether it may be shared. */
  mayShare: (sought: Sought | null) => Promise<boolean>
}

/**
 * Shares a spot: validates the form, asks about duplicates, waits for the uploads, creates the spot, and opens the
 * dashboard unless the person has left the form. Without a network, everything waits in this device's outbox. Ignores a
 * second submission while one is running.
 */
export function useShareSubmit(
  { userId, name, draftId, settle, mayShare }: Names,
  queue: UploadQueue,
  { draft, isSending }: Box,
) {
  // The displayed choice is what gets sent, even from the outbox.
  const sent = useRef(draft)
  const [step, setStep] = useState<ShareStep>('idle')
  const queryClient = useQueryClient()
  const asked = useRef('')
  const getSearchedSpot = () => toSearchedSpot(sent.current, queue.items())
  const before = async () => {
    sent.current = { ...draft, ...(await settle()) }
    validateShare(sent.current, queue.items(), session.get().status === 'signed-in')
    const sought = getSearchedSpot()
    asked.current = JSON.stringify(sought)
    return mayShare(sought)
  }
  // An uploaded photo may belong to an existing spot. People who have left the form can't be asked.
  const askAgain = async () => {
    const sought = getSearchedSpot()
    if (asked.current === JSON.stringify(sought) || location.pathname !== SHARE_PATH) return true
    return mayShare(sought)
  }

  const share = () =>
    shares.submit(name, async (send) => {
      try {
        setStep('uploading')
        const spot = await shareNow({ form: sent.current, draftId, askAgain }, queue, send, () =>
          setStep('creating'),
        )
        if (spot === CANCELLED) return
        shares.clear(name)
        queue.clear({ keep: true })
        leaveForm('/dashboard', spot ? { state: { shared: toShared(spot, sent.current) } } : {})
        if (!spot) return toastWaiting()
        for (const queryKey of [spotKeys.all, mapKeys.all, feedKeys.all, draftKeys.all])
          void queryClient.invalidateQueries({ queryKey })
        toast({
          kind: 'success',
          title: m.share_toast_success_title(),
          description: m.share_toast_success_text({ name: spot.name }),
        })
      } catch (error) {
        if (isDraftGone(error) && moveShare(name, userId)) leaveForm('/share-spot', { replace: true })
        throw error
      } finally {
        setStep('idle')
      }
    })
  const { busy, submit } = useForm({ isSending, before, send: share, explain })
  return { step, busy, submit }
}
