import { type CheckAnswer, getUntilRule } from '@nollie/contract/checks/check-kinds'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useSubmitKey } from '../../lib/drafts/use-submit-key.ts'
import { toast, useForm } from '../../ui/index.ts'
import { makePhotoCheck, uploadNow, getUploadQueue, useUploads } from '../media/index.ts'
import { type LocationRecord, positionNow } from '../places/index.ts'
import { nearMetres } from './nearness.ts'
import { readTakenAt } from './photo-date.ts'
import { type PhotoProof, reportFromSpot, reportWithPhoto, showThanks } from './send-check.ts'
import type { CheckedSpot } from './spot-condition-text.ts'
import { explainCheck } from './explain-check.ts'

/** Where the device is: still being located, at the spot, or elsewhere (or its location is off). */
export type Place = 'asking' | 'here' | 'elsewhere'

function usePlace(spot: CheckedSpot) {
  const [here, setHere] = useState<LocationRecord | null>(null)
  const [place, setPlace] = useState<Place>('asking')
  const { latitude, longitude, precision = 'exact', is_exact = true } = spot
  useEffect(() => {
    let isShown = true
    void positionNow().then((record) => {
      if (!isShown) return
      const isNear = nearMetres(record, { latitude, longitude, precision, is_exact }) !== null
      setHere(isNear ? record : null)
      setPlace(isNear ? 'here' : 'elsewhere')
    })
    return () => {
      isShown = false
    }
  }, [latitude, longitude, precision, is_exact])
  return { here, place }
}

function usePhoto(spot: CheckedSpot) {
  const [person] = useState(() => session.get().user?.user_id ?? '')
  const queue = useMemo(() => getUploadQueue(person, `check.${spot.id}`), [person, spot.id])
  const [file] = useUploads(queue)
  const takenAt = useRef<Promise<string | null>>(Promise.resolve(null))
  const [checkPhoto] = useState(() => makePhotoCheck())
  const [isChecking, setChecking] = useState(false)
  const choose = async (chosen: File) => {
    setChecking(true)
    const found = await checkPhoto(chosen)
    if (!found) return
    setChecking(false)
    if ('refused' in found)
      return toast({ kind: 'error', title: m.checks_failed(), description: m.checks_photo_failed() })
    queue.clear({ keep: false })
    takenAt.current = readTakenAt(chosen)
    await queue.add([found.file])
  }
  const proof = (): PhotoProof => ({
    takenAt: () => takenAt.current,
    files: () => queue.filesToWait(),
    upload: async () => {
      const finished = await uploadNow(queue)
      if (!finished) return null
      if (finished.signedOut) throw new ApiError({ status: 401, code: 'SESSION_MISSING', detail: '' })
      const media_id = finished.good[0]?.media_id
      if (!media_id) throw new ApiError({ status: 0, code: 'OFFLINE', detail: '' })
      return media_id
    },
  })
  return {
    file: (!isChecking && file) || null,
    choose,
    proof,
    clear: (keep: boolean) => queue.clear({ keep }),
  }
}

/** Returns the state of the form for reporting a spot's status, either on location or with a photo taken today. */
export function useCheckForm(spot: CheckedSpot, pressed: CheckAnswer | null, onSent: () => void) {
  const client = useQueryClient()
  const { here, place } = usePlace(spot)
  const photo = usePhoto(spot)
  const [answer, setAnswer] = useState<CheckAnswer | null>(pressed)
  const [until, setUntil] = useState('')
  const getSubmitKey = useSubmitKey()
  const wantsUntil = answer ? getUntilRule(answer) : 'none'
  const { busy, errors, submit, typed } = useForm({
    check: () => (wantsUntil === 'needed' && !until ? { until: m.checks_until_missing() } : null),
    send: async () => {
      if (!answer) return
      const answered = { answer, ...(wantsUntil !== 'none' && until && { until }) }
      const sent = here
        ? await reportFromSpot(spot, answered, here, getSubmitKey(JSON.stringify(answered)))
        : await reportWithPhoto(spot, answered, photo.proof(), getSubmitKey)
      photo.clear(!here)
      onSent()
      showThanks(client, spot, answered, sent)
    },
    explain: explainCheck,
  })
  return {
    answer,
    setAnswer,
    until,
    place,
    photo,
    busy,
    errors,
    submit,
    wantsUntil,
    setUntil: (day: string) => {
      typed('until')
      setUntil(day)
    },
    mayBeSent: answer !== null && (here !== null || photo.file !== null),
  }
}

/** The return type of {@link useCheckForm}. */
export type CheckForm = ReturnType<typeof useCheckForm>
