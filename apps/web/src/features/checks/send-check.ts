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
import { type Answer, removeCheck, sendCheck, showSpotCondition } from './check-requests.ts'
import { nearMetres } from './nearness.ts'
import { ANSWER_TEXTS, CHECK, type CheckedSpot } from './spot-condition-text.ts'

/**
 * A status report in the outbox. It contains either a distance and time (never a position) or a photo stored with it.
 */
export type WaitingCheck = Answer & {
  spot_id: string
  spot_name: string
} & ({ distance: 'at' | 'near'; seen_at: string } | { taken_at?: string })
type Sent = Awaited<ReturnType<typeof sendCheck>>

async function undo(client: QueryClient, spot_id: string, id: string): Promise<void> {
  try {
    showSpotCondition(client, spot_id, await removeCheck({ id }))
    toast({ kind: 'success', title: m.checks_withdrawn() })
  } catch (error) {
    toast({ kind: 'error', title: m.checks_failed(), description: whyNot(error, m.checks_failed_text()) })
  }
}

/** Shows a toast with an undo button, or one that says the report is queued. */
export function showThanks(
  client: QueryClient,
  spot: CheckedSpot,
  { answer }: Answer,
  sent: Sent | null,
): void {
  if (!sent) return toastWaiting()
  showSpotCondition(client, spot.id, sent.standing)
  toast({
    kind: 'success',
    title: m.checks_sent(),
    description: ANSWER_TEXTS[answer](),
    action: { label: m.checks_undo(), run: () => void undo(client, spot.id, sent.id) },
  })
}

/**
 * Reports a spot's status from the spot. If offline, queues the report with the distance and time instead of the
 * position. Resolves to null if the report was queued.
 * @throws ApiError, DeviceFull
 */
export function reportFromSpot(
  spot: CheckedSpot,
  answered: Answer,
  here: LocationRecord,
  key: string = crypto.randomUUID(),
): Promise<Sent | null> {
  const metres = Math.min(nearMetres(here, spot) ?? LIMITS.check_metres, LIMITS.check_metres)
  const distance = distanceClass(metres, LIMITS.check_metres) === 'at' ? 'at' : 'near'
  const payload: WaitingCheck = {
    spot_id: spot.id,
    spot_name: spot.name,
    ...answered,
    distance,
    seen_at: new Date().toISOString(),
  }
  const position = { latitude: here.lat, longitude: here.lng, accuracy: here.accuracy }
  return sendOrQueue({ kind: CHECK, target: spot.id, id: key, payload, isLastState: true }, () =>
    sendCheck(spot.id, key, { ...answered, position }),
  )
}

/** A photo taken today, used as proof. */
export type PhotoProof = {
  /** Uploads the photo and returns its ID; null if the server can't be reached. */
  upload(): Promise<string | null>
  /** Returns when the photo was taken, based on its tags; null if they don't include a time. */
  takenAt(): Promise<string | null>
  files: UploadQueue['filesToWait']
}

/**
 * Reports a spot's status with a photo taken today. If offline, queues both and resolves to null.
 * @throws ApiError, DeviceFull
 */
export async function reportWithPhoto(
  spot: CheckedSpot,
  answered: Answer,
  photo: PhotoProof,
  buildKey: (content: string) => string,
): Promise<Sent | null> {
  // The person may submit before the photo's tags have been read.
  const taken_at = await photo.takenAt().catch(() => null)
  const taken = taken_at === null ? {} : { taken_at }
  const payload: WaitingCheck = { spot_id: spot.id, spot_name: spot.name, ...answered, ...taken }
  const buildEntry = (id: string): ToWait<WaitingCheck> => ({
    kind: CHECK,
    target: spot.id,
    id,
    payload,
    isLastState: true,
    files: () => photo.files(),
  })
  const media_id = await photo.upload()
  if (media_id === null) return queueUnsent(buildEntry(crypto.randomUUID()))
  const key = buildKey(JSON.stringify([answered, media_id]))
  return sendOrQueue(buildEntry(key), () => sendCheck(spot.id, key, { ...answered, media_id, ...taken }))
}
