import type { Draft } from '@nollie/contract'
import { Images, MapPin, Pencil, Play, Trash2, TriangleAlert } from 'lucide-react'
import { agoText } from '../../lib/text/ago-text.ts'
import { Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useCountryText } from '../../lib/places/countries.ts'
import { shortDistanceText } from '../../lib/text/distance-text.ts'
import { cityAndState } from '../../lib/places/place-text.ts'
import { ButtonLink, Menu, MenuItem, Photo, Spinner, Time } from '../../ui/index.ts'
import { pointText } from '../spots/index.ts'
import styles from './drafts.module.css'
import { lazyPart } from '../../ui/lazy-part.tsx'

const EditDraftDialog = lazyPart(() =>
  import('./edit-draft-dialog.tsx').then(({ EditDraftDialog }) => ({ default: EditDraftDialog })),
)
const DeleteDraft = lazyPart(() =>
  import('./delete-draft-dialog.tsx').then(({ DeleteDraft }) => ({ default: DeleteDraft })),
)

function Picture({ media }: { media: Draft['media'] }) {
  const [first] = media
  if (!first) return null
  const state = first.base ? null : first.status
  return (
    <span className={styles.picture}>
      <Photo media={first} alt="" square className={styles.fill} />
      {state === 'processing' && (
        <span className={styles.state} role="img" aria-label={m.drafts_photo_processing()}>
          <Spinner />
        </span>
      )}
      {state === 'failed' && (
        <span className={styles.state} role="img" aria-label={m.drafts_photo_failed()}>
          <TriangleAlert aria-hidden="true" />
        </span>
      )}
      {media.length > 1 ? (
        <Images className={styles.sign} size={18} aria-hidden="true" />
      ) : (
        first.type === 'video' && (
          <Play className={styles.sign} size={18} fill="currentColor" aria-hidden="true" />
        )
      )}
    </span>
  )
}

/** Returns a draft's town, or its coordinates if the town is unknown. */
function usePlaceText({ place, latitude, longitude }: Draft): string {
  const inOwnLanguage = useCountryText()
  if (latitude === null || longitude === null) return m.drafts_no_location()
  const names = place && cityAndState({ ...place, country: inOwnLanguage(place.country) })
  return names || pointText({ latitude, longitude })
}

function Facts({ draft }: { draft: Draft }) {
  const { taken_at, accuracy, note } = draft
  return (
    <span className={styles.facts}>
      <b className={styles.place}>
        <MapPin size={16} aria-hidden="true" />
        <bdi>{usePlaceText(draft)}</bdi>
      </b>
      <small>
        <Time at={taken_at}>{agoText(taken_at)}</Time>
        {accuracy !== null && <> · {m.drafts_accuracy({ distance: shortDistanceText(accuracy) })}</>}
      </small>
      {note && (
        <span className={styles.note}>
          <bdi>{note}</bdi>
        </span>
      )}
    </span>
  )
}

/** A draft's card, with its photo, where and when it was taken, and its actions. */
export function DraftCard({ draft }: { draft: Draft }) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <article className={styles.card}>
      <Picture media={draft.media} />
      <Facts draft={draft} />
      <div className={styles.actions}>
        <ButtonLink href={`/share-spot?draft=${draft.id}`} variant="line" size="sm">
          {m.drafts_share()}
        </ButtonLink>
        <Menu label={m.drafts_menu()}>
          <MenuItem icon={<Pencil size={20} aria-hidden="true" />} onSelect={() => setOpen('edit')}>
            {m.drafts_edit()}
          </MenuItem>
          <MenuItem
            tone="danger"
            icon={<Trash2 size={20} aria-hidden="true" />}
            onSelect={() => setOpen('delete')}
          >
            {m.drafts_delete()}
          </MenuItem>
        </Menu>
      </div>
      <Suspense fallback={null}>
        {open === 'edit' && <EditDraftDialog draft={draft} onClosed={close} />}
        {open === 'delete' && <DeleteDraft draft={draft} onClosed={close} />}
      </Suspense>
    </article>
  )
}
