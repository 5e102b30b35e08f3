import { LIMITS } from '@nollie/contract/limits'
import { distanceClass } from '@nollie/contract/checks/check-kinds'
import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { queueUnsent, sendOrQueue } from '../../lib/outbox/send-or-queue.ts'
import type { ToWait } from '../../lib/outbox/entries.ts'
import type { UploadQueue } from '../media/index.ts'
import { toast, toastWaiting } from '../../ui/index.ts'
import { whyNot } from '../../ui/error-text.ts'
import type { LocationRecord } from '../places/index.ts'
import { type Answer, removeCheck, sendCheck, showStanding } from './check-requests.ts'
import { nearMetres } from './nearness.ts'
import { ANSWER_TEXTS, CHECK, type StandingSpot } from './standing-text.ts'

/**
 * A check in the outbox of this device: how far away it was and when, and never where; or with a photo, which waits
 * beside it.
 */
export type WaitingCheck = Answer & {
  spot_id: string
  spot_name: string
} & ({ distance: 'at' | 'near'; seen_at: string } | { taken_at?: string })
type Sent = Awaited<ReturnType<typeof sendCheck>>

const undo = async (client: QueryClient, spot_id: string, id: string): Promise<void> => {
  try {
    showStanding(client, spot_id, await removeCheck({ id }))
    toast({ kind: 'success', title: m.checks_taken_back() })
  } catch (error) {
    toast({ kind: 'error', title: m.checks_failed(), description: whyNot(error, m.checks_failed_text()) })
  }
}

/** Shows what a check changed, with a button that takes it back; or that it waits. */
export function thank(client: QueryClient, spot: StandingSpot, { answer }: Answer, sent: Sent | null): void {
  if (!sent) return toastWaiting()
  showStanding(client, spot.id, sent.standing)
  toast({
    kind: 'success',
    title: m.checks_thanks(),
    description: ANSWER_TEXTS[answer](),
    action: { label: m.checks_undo(), run: () => void undo(client, spot.id, sent.id) },
  })
}

/**
 * Says what somebody at a spot sees there. Without a network it waits on this device, with the distance and the moment
 * instead of the position. Resolves with null if it waits.
 * @throws ApiError, DeviceFull
 */
export const sayHere = (
  spot: StandingSpot,
  answered: Answer,
  here: LocationRecord,
  key: string = crypto.randomUUID(),
): Promise<Sent | null> => {
  const metres = Math.min(nearMetres(here, spot) ?? LIMITS.check_metres, LIMITS.check_metres)
  const distance = distanceClass(metres, LIMITS.check_metres) === 'at' ? 'at' : 'near'
  const payload: WaitingCheck = {
    ...{ spot_id: spot.id, spot_name: spot.name, ...answered },
    ...{ distance, seen_at: new Date().toISOString() },
  }
  const position = { latitude: here.lat, longitude: here.lng, accuracy: here.accuracy }
  return sendOrQueue({ kind: CHECK, target: spot.id, id: key, payload, isLastState: true }, () =>
    sendCheck(spot.id, key, { ...answered, position }),
  )
}

/** A photo from today that shows what somebody saw. */
export type PhotoProof = {
  /** Its id once it is on the server; null if the server cannot be reached. */
  upload(): Promise<string | null>
  /** When the photo says that it was taken; null where it does not say so. */
  takenAt(): Promise<string | null>
  files: UploadQueue['filesToWait']
}

/**
 * Says what a photo from today shows. Without a network both wait on this device. Resolves with null if they do.
 * @throws ApiError, DeviceFull
 */
export const sayWithPhoto = async (
  spot: StandingSpot,
  answered: Answer,
  photo: PhotoProof,
  keyOf: (content: string) => string,
): Promise<Sent | null> => {
  // Somebody quick sends before the photo is read.
  const taken_at = await photo.takenAt().catch(() => null)
  const taken = taken_at === null ? {} : { taken_at }
  const payload: WaitingCheck = { spot_id: spot.id, spot_name: spot.name, ...answered, ...taken }
  const entryOf = (id: string): ToWait<WaitingCheck> => ({
    ...{ kind: CHECK, target: spot.id, id, payload, isLastState: true },
    files: () => photo.files(),
  })
  const media_id = await photo.upload()
  if (media_id === null) return queueUnsent(entryOf(crypto.randomUUID()))
  const key = keyOf(JSON.stringify([answered, media_id]))
  return sendOrQueue(entryOf(key), () => sendCheck(spot.id, key, { ...answered, media_id, ...taken }))
}
