import type { FactMeasurement, GalleryItem, Media, Spot, SpotObstacle } from '@nollie/contract'
import { measure } from '@nollie/contract/facts/measure-by-deck'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { listItems } from '../../lib/paging.ts'
import { session } from '../../lib/session.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { useSubmitKey } from '../../lib/drafts/use-submit-key.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, Chip, Form, Loading, Sheet, toast, useForm } from '../../ui/index.ts'
import { factsQuery, measurementsQuery, sendMeasurement, spotPhotosQuery } from './fact-requests.ts'
import { kindText } from './fact-text.ts'
import { MarkPhoto } from './mark-photo.tsx'
import {
  getDeckLength,
  FIRST_MARKS,
  isDeck,
  toMarks,
  type MeasureDraft,
  readMeasureDraft,
} from './measure-marks.ts'
import { measuredSize } from './measured-text.tsx'
import { Measurements } from './measurements.tsx'
import { PhotoChoice } from './photo-choice.tsx'
import { SizeField } from './obstacle-fields.tsx'
import styles from './measure.module.css'

type Props = { spot: Pick<Spot, 'id' | 'name'>; obstacle: SpotObstacle; onClose: () => void }

function listPhotos(items: readonly GalleryItem[]): Media[] {
  return items.flatMap(({ media }) => (media.type === 'image' && media.base && media.width ? [media] : []))
}

function useMeasure({ spot, obstacle }: Props, close: () => void) {
  const client = useQueryClient()
  const { data } = useQuery(measurementsQuery(spot.id))
  const gallery = useInfiniteQuery(spotPhotosQuery(spot.id))
  const { values, change, forget } = useStoredValues<MeasureDraft>({
    name: `nollie.measure.${session.get().user?.user_id}.${spot.id}.${obstacle.id}`,
    read: readMeasureDraft,
  })
  const photos = listPhotos(listItems(gallery.data))
  const photo = photos.find(({ id }) => id === values.media_id) ?? null
  const deck_cm = getDeckLength(values, data?.deck_cm)
  const marks = toMarks(values)
  const sums =
    photo && isDeck(deck_cm)
      ? measure(marks, { width: photo.width ?? 0, height: photo.height ?? 0, deck_cm })
      : null
  const getSubmitKey = useSubmitKey()
  const form = useForm({
    check: () => {
      if (!isDeck(deck_cm)) return { deck: m.facts_measure_out_of_range() }
      return sums ? null : { marks: m.facts_measure_bad_markers() }
    },
    send: async () => {
      if (!photo) return
      const body = { media_id: photo.id, marks, deck_cm }
      const at = { spot_id: spot.id, obstacle_id: obstacle.id }
      await sendMeasurement(at, body, getSubmitKey(JSON.stringify(body)))
      void client.invalidateQueries({ queryKey: factsQuery(spot.id).queryKey })
      toast({ kind: 'success', title: m.facts_measure_saved() })
      forget()
      close()
    },
    explain: (error) => ({
      title: m.facts_failed_title(),
      description: whyNot(error, m.facts_failed_text()),
    }),
  })
  const own = data?.items.filter(({ obstacle_id }) => obstacle_id === obstacle.id) ?? []
  return { ...form, gallery, photos, photo, values, change, deck_cm, sums, own }
}

/** The dialog for measuring an obstacle in a photo that shows a board. */
export function MeasureDialog(props: Props) {
  const { spot, obstacle, onClose } = props
  const [open, setOpen] = useState(true)
  const id = useId()
  const state = useMeasure(props, () => setOpen(false))
  const { photo, values, change, busy, submit } = state
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !busy && setOpen(next)}
      onClosed={onClose}
      size="tall"
      title={m.facts_measure_this({ name: kindText(obstacle.kind) })}
      actions={
        photo && (
          <>
            <Button disabled={busy} onClick={() => change({ ...values, media_id: null })}>
              {m.facts_measure_photo_other()}
            </Button>
            <Button type="submit" form={id} variant="primary" busy={busy && m.facts_saving()}>
              {m.facts_measure_save()}
            </Button>
          </>
        )
      }
    >
      {photo ? (
        <Form id={id} className={styles.form} noValidate onSend={submit} aria-busy={busy}>
          <Marking state={state} photo={photo} name={spot.name} />
        </Form>
      ) : (
        <Begin state={state} spot={spot} />
      )}
    </Sheet>
  )
}

type State = ReturnType<typeof useMeasure>

function Begin({ state, spot }: { state: State; spot: Pick<Spot, 'id' | 'name'> }) {
  const { gallery, photos, values, change, own } = state
  if (gallery.isPending) return <Loading label={m.shell_loading()} />
  return (
    <div className={styles.form}>
      <Measurements spot={spot} measurements={own} />
      <PhotoChoice
        photos={photos}
        name={spot.name}
        failed={gallery.isError ? () => void gallery.refetch() : null}
        more={gallery.hasNextPage ? () => void gallery.fetchNextPage() : null}
        onChoose={(media) => change({ ...values, media_id: media.id, marks: FIRST_MARKS })}
      />
    </div>
  )
}

function Marking({ state, photo, name }: { state: State; photo: Media; name: string }) {
  const { values, change, deck_cm, sums, errors, typed } = state
  return (
    <>
      <p className={styles.hint}>{m.facts_measure_hint()}</p>
      <div className={styles.modes} role="group" aria-label={m.facts_measure_mode()}>
        <Chip pressed={values.mode === 'face'} onClick={() => change({ ...values, mode: 'face' })}>
          {m.facts_measure_face()}
        </Chip>
        <Chip pressed={values.mode === 'height'} onClick={() => change({ ...values, mode: 'height' })}>
          {m.facts_measure_height()}
        </Chip>
      </div>
      <MarkPhoto
        media={photo}
        alt={m.facts_measure_photo({ name })}
        mode={values.mode}
        marks={values.marks}
        onMove={(mark, to) => {
          typed()
          change({ ...values, marks: { ...values.marks, [mark]: to } })
        }}
      />
      <Sums sums={sums} error={errors.marks} />
      <SizeField
        key={photo.id}
        label={m.facts_measure_deck()}
        cm={deck_cm}
        error={isDeck(deck_cm) ? undefined : m.facts_measure_out_of_range()}
        onType={(cm) => {
          typed('deck')
          change({ ...values, deck_cm: cm ?? 0 })
        }}
      />
    </>
  )
}

type Sum = Pick<FactMeasurement, 'height' | 'length'>

function Sums({ sums, error }: { sums: Sum | null; error: string | undefined }) {
  return (
    <p className={styles.sums} role="status">
      {sums
        ? [
            `${m.facts_height()} ${measuredSize(sums.height)}`,
            sums.length && `${m.facts_length()} ${measuredSize(sums.length)}`,
          ]
            .filter(Boolean)
            .join(' · ')
        : (error ?? m.facts_measure_bad_markers())}
    </p>
  )
}
