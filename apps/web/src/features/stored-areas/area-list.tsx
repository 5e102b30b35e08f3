import { ListOrdered, MapPinned } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { bytesText } from '../../lib/text/bytes-text.ts'
import type { StoredArea } from '../../lib/places/stored-areas.ts'
import { dateFormat, numberText } from '../../lib/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { AppLink } from '../../ui/link.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Time } from '../../ui/text/time.tsx'
import { toast } from '../../ui/toast.ts'
import { AreaProgress, failureText } from './area-progress.tsx'
import { canStore, type Progress, refreshArea, removeArea, useAreas } from './areas-store.ts'
import styles from './stored-areas.module.css'

const whenText = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** The areas stored on this device and their sizes, with buttons to refresh and remove them. */
export function AreaList() {
  const { areas, progress } = useAreas()
  if (!canStore()) return <p className={styles.note}>{m.stored_areas_unsupported()}</p>
  const bytes = (areas ?? []).reduce((sum, area) => sum + area.bytes, 0)
  return (
    <>
      <p className={styles.note}>{m.stored_areas_text()}</p>
      {areas && areas.length > 0 && (
        <ul aria-label={m.stored_areas_title()} className={styles.list}>
          {areas.map((area) => (
            <AreaRow key={area.id} area={area} progress={progress?.id === area.id ? progress : null} />
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <ButtonLink href="/spots" variant="line" size="sm">
          {m.stored_areas_to_map()}
        </ButtonLink>
        {areas && areas.length > 1 && <span>{m.stored_areas_total({ size: bytesText(bytes) })}</span>}
        {areas?.length === 0 && <span>{m.stored_areas_none()}</span>}
      </div>
    </>
  )
}

type RowProps = { area: StoredArea; progress: Progress | null }

function AreaRow({ area, progress }: RowProps) {
  const { id, name, refreshed_at } = area
  return (
    <li className={styles.row}>
      {area.list_key ? (
        <ListOrdered className={styles.icon} aria-hidden="true" />
      ) : (
        <MapPinned className={styles.icon} aria-hidden="true" />
      )}
      <div className={styles.about}>
        <b>
          {area.list_key ? <AppLink href={`/lists/${area.list_key}`}>{name}</AppLink> : <bdi>{name}</bdi>}
        </b>
        {progress ? <AreaProgress area={area} progress={progress} /> : <AreaFacts area={area} />}
      </div>
      <div className={styles.buttons}>
        {!progress && (
          <Button
            variant="line"
            size="sm"
            aria-label={
              refreshed_at ? m.stored_areas_update_label({ name }) : m.stored_areas_resume_label({ name })
            }
            onClick={() => void refreshArea(id)}
          >
            {refreshed_at ? m.stored_areas_update() : m.stored_areas_resume()}
          </Button>
        )}
        <RemoveButton area={area} />
      </div>
    </li>
  )
}

function AreaFacts({ area }: { area: StoredArea }) {
  const { spots, bytes, refreshed_at, failure } = area
  return (
    <div className={styles.meta}>
      {refreshed_at && (
        <span>
          {bytesText(bytes)}, {m.stored_areas_spots_count({ count: spots, shown: numberText(spots) })}
        </span>
      )}
      <span>
        {refreshed_at ? (
          <Time at={refreshed_at}>{m.stored_areas_updated({ when: whenText(refreshed_at) })}</Time>
        ) : (
          m.stored_areas_incomplete()
        )}
      </span>
      {failure && (
        <span role="alert" className={styles.failure}>
          {failureText(failure)}
        </span>
      )}
    </div>
  )
}

function RemoveButton({ area: { id, name } }: { area: StoredArea }) {
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    setAsking(false)
    await removeArea(id)
    toast({ kind: 'success', title: m.stored_areas_removed({ name }) })
  }
  return (
    <>
      <Button
        variant="line"
        size="sm"
        aria-label={m.stored_areas_remove_label({ name })}
        onClick={() => setAsking(true)}
      >
        {m.stored_areas_remove()}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={m.stored_areas_remove_title({ name })}
        confirm={m.stored_areas_remove()}
        onConfirm={() => void remove()}
      >
        {m.stored_areas_remove_text()}
      </ConfirmDialog>
    </>
  )
}
