import type { Spot } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { type Attempt, attemptFor, sendAttempt } from '../../lib/attempts.ts'
import { go } from '../../lib/navigation.ts'
import { session } from '../../lib/session.ts'
import { toast } from '../../ui/index.ts'
import { isPin, shareSpot, placeValue, type SpotForm } from '../spots/index.ts'
import { finishUploads, type UploadItem, type UploadQueue } from '../uploads/index.ts'
import { clearDraft, storeAttempt, storedAttempt } from './share-draft.ts'

/** The step of a submit. */
export type ShareStep = 'idle' | 'validating' | 'uploading' | 'creating'

/** A submit that ended without a spot: what the toast says. */
class ShareStopped extends Error {
  readonly title: string
  constructor(title: string, text: string) {
    super(text)
    this.title = title
  }
}

/** Photos that are there or on their way: what the button and the ply count. */
export const photosIn = (items: readonly UploadItem[]): number =>
  items.filter(({ kind, state }) => kind === 'image' && !(state.step === 'failed' && !state.again)).length

/** Refuses what the disabled button could not. */
export function validateShare(form: SpotForm, items: readonly UploadItem[], signedIn: boolean): void {
  if (!signedIn) throw new ShareStopped(m.share_toast_auth_title(), m.share_toast_auth_text())
  if (form.name.trim() === '') throw new ShareStopped(m.share_toast_name_title(), m.share_toast_name_text())
  if (photosIn(items) === 0) throw new ShareStopped(m.share_toast_photo_title(), m.share_toast_photo_text())
  if (!isPin(form.point))
    throw new ShareStopped(m.share_toast_location_title(), m.share_toast_location_text())
  if (form.spot_types.length === 0) throw new ShareStopped(m.share_toast_error_title(), m.share_need_type())
}

async function uploaded(queue: UploadQueue): Promise<string[]> {
  const { good, stuck, signedOut } = await finishUploads(queue)
  if (signedOut) throw new ShareStopped(m.share_toast_auth_title(), m.share_toast_auth_text())
  if (stuck) {
    const { kind, name } = stuck
    const text = kind === 'image' ? m.share_toast_error_image({ name }) : m.share_toast_error_video({ name })
    throw new ShareStopped(m.share_toast_error_title(), text)
  }
  if (!good.some(({ kind }) => kind === 'image'))
    throw new ShareStopped(m.share_toast_photo_title(), m.share_toast_photo_text())
  return good.flatMap(({ media_id }) => media_id ?? [])
}

/** The request's body as JSON; the same form and files give the same text. */
export const requestText = (form: SpotForm, media_ids: readonly string[]): string =>
  JSON.stringify({
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
    media_ids,
  })

/**
 * See `sendAttempt` of `lib/attempts`; remembered with the form.
 * @throws ApiError what `shareSpot` throws
 */
export const sendShare = (owner: string, attempt: Attempt, before: Attempt | null): Promise<Spot> =>
  sendAttempt({ send: shareSpot, store: (next) => storeAttempt(owner, next) }, attempt, before)

function explain(error: unknown): { title: string; description: string } {
  if (error instanceof ShareStopped) return { title: error.title, description: error.message }
  if (error instanceof ApiError && error.status === 401)
    return { title: m.share_toast_auth_title(), description: m.share_toast_auth_text() }
  const title = m.share_toast_error_title()
  if (!(error instanceof ApiError) || error.code === 'INTERNAL')
    return { title, description: m.share_toast_error_text() }
  if (error.status >= 500 && error.detail)
    return { title, description: m.share_toast_error_database({ detail: error.detail }) }
  return { title, description: messageOf(error, m.share_toast_error_text()) }
}

/** Sharing a spot, from the check of the form to the dashboard; a second submit while one runs is ignored. */
export function useShareSubmit(owner: string, queue: UploadQueue, onShared: () => void) {
  const [step, setStep] = useState<ShareStep>('idle')
  const running = useRef(false)
  const queryClient = useQueryClient()

  const submit = async (form: SpotForm): Promise<void> => {
    if (running.current) return
    running.current = true
    try {
      setStep('validating')
      validateShare(form, queue.items(), session.get().status === 'signed-in')
      setStep('uploading')
      const media_ids = await uploaded(queue)
      setStep('creating')
      const before = storedAttempt(owner)
      const spot = await sendShare(owner, attemptFor(requestText(form, media_ids), before), before)
      clearDraft(owner)
      queue.clear({ keep: true })
      onShared()
      for (const key of ['spots', 'spot', 'map', 'feed', 'nearby'])
        void queryClient.invalidateQueries({ queryKey: [key] })
      toast({
        kind: 'success',
        title: m.share_toast_success_title(),
        description: m.share_toast_success_text({ name: spot.name }),
      })
      go('/dashboard')
    } catch (error) {
      toast({ kind: 'error', ...explain(error) })
    } finally {
      running.current = false
      setStep('idle')
    }
  }
  return { step, submit }
}
