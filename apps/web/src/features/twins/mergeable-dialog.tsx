import type { MergeableSpot } from '@nollie/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { shortDistanceText } from '../../lib/text/distance-text.ts'
import { listItems } from '../../lib/paging.ts'
import { Button, Loading, Photo, SearchField, Sheet, Skeleton, TypeGlyph } from '../../ui/index.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { MergeRow } from './merge-row.tsx'
import { mergeableQuery, mergesQuery } from './twin-requests.ts'
import styles from './twins.module.css'

type Choose = (id: string) => void

function Place({ spot, metres, refused }: MergeableSpot) {
  return (
    <>
      <span className={styles.choicePhoto}>
        {spot.photo ? (
          <Photo media={spot.photo} alt="" square className={styles.fill} />
        ) : (
          <TypeGlyph type={spot.spot_type ?? 'other'} size={28} />
        )}
      </span>
      <span>
        <b>
          <bdi>{spot.name}</bdi>
        </b>
        <small>{m.twins_apart({ distance: shortDistanceText(metres) })}</small>
        {refused && <small>{m.twins_refused_differ()}</small>}
      </span>
    </>
  )
}

function Choice({ choice, onChoose }: { choice: MergeableSpot; onChoose: Choose }) {
  const { spot, refused } = choice
  if (refused)
    return (
      <div className={styles.choice} data-refused="">
        <Place {...choice} />
      </div>
    )
  return (
    <button type="button" className={styles.choice} onClick={() => onChoose(spot.id)}>
      <Place {...choice} />
    </button>
  )
}

function Choices({ spotId, q, onChoose }: { spotId: string; q: string; onChoose: Choose }) {
  const { data, isError, refetch } = useQuery(mergeableQuery(spotId, q))
  if (isError && !data)
    return (
      <>
        <p role="alert">{m.twins_list_failed()}</p>
        <Button variant="line" size="sm" onClick={() => void refetch()}>
          {m.shell_retry()}
        </Button>
      </>
    )
  if (!data)
    return (
      <Loading label={m.twins_loading()}>
        <Skeleton className={styles.choiceSkeleton} />
      </Loading>
    )
  if (data.items.length === 0) return <p role="status">{m.twins_none_near()}</p>
  return (
    <ul className={styles.choices}>
      {data.items.map((choice) => (
        <li key={choice.spot.id}>
          <Choice choice={choice} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}

// Lists spots that were merged into this one, as long as the merge can be undone.
function MergedHere({ spotId }: { spotId: string }) {
  const merges = listItems(useInfiniteQuery(mergesQuery(spotId)).data)
  if (merges.length === 0) return null
  return (
    <section>
      <h3>{m.twins_merged_here()}</h3>
      <ul className={styles.list}>
        {merges.map((merge) => (
          <li key={merge.id}>
            <MergeRow merge={merge} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lets the person select a duplicate of this spot and merge it. Earlier merges into this spot can be undone here. */
export function MergeableDialog({ spotId, onClose }: { spotId: string; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const [chosen, setChosen] = useState<string | null>(null)
  const [q, setQ] = useState('')
  if (chosen) return <MergeDialog ids={[spotId, chosen]} onClose={onClose} />
  return (
    <Sheet open={open} onOpenChange={setOpen} onClosed={onClose} title={m.twins_choose_title()}>
      <div className={styles.merge}>
        <p>{m.twins_choose_text()}</p>
        <SearchField
          wanted={q}
          onWant={setQ}
          label={m.twins_choose_search()}
          placeholder={m.twins_choose_search()}
          clearLabel={m.twins_choose_clear()}
        />
        <Choices spotId={spotId} q={q} onChoose={setChosen} />
        <MergedHere spotId={spotId} />
      </div>
    </Sheet>
  )
}
