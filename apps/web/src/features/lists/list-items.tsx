import type { ListPage } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, GripVertical, StickyNote, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useCountryText } from '../../lib/places/countries.ts'
import { distanceText } from '../../lib/text/distance-text.ts'
import { metresBetween } from '../../lib/places/metres-between.ts'
import { cityAndState } from '../../lib/places/place-text.ts'
import { whyNot } from '../../ui/error-text.ts'
import { AppLink, IconButton, Menu, MenuItem, Photo, toast, TypeGlyph } from '../../ui/index.ts'
import { StoppedBadge } from '../checks/index.ts'
import { orderList, patchList, setInList, showInList, writeNote } from './list-requests.ts'
import { NoteDialog } from './note-dialog.tsx'
import { useReorder } from './use-reorder.ts'
import styles from './lists.module.css'

type Item = ListPage['items'][number]

function getName({ spot }: Item): string {
  return spot?.name ?? m.lists_spot_deleted()
}

/** Removes a spot from the viewer's list immediately. The toast can restore it with its position and note. */
function useRemoving(list: ListPage) {
  const client = useQueryClient()
  const explain = (error: unknown) =>
    toast({ kind: 'error', title: m.lists_change_failed(), description: whyNot(error, m.lists_try_again()) })
  const putBack = async ({ spot_id, note }: Item) => {
    try {
      await setInList(list.id, spot_id, true)
      if (note) await writeNote(client, { list_id: list.id, spot_id }, note)
      await orderList(
        client,
        list.id,
        list.items.map((item) => item.spot_id),
      )
    } catch (error) {
      explain(error)
    }
    showInList(client)
  }
  return async (item: Item) => {
    try {
      await setInList(list.id, item.spot_id, false)
    } catch (error) {
      return explain(error)
    }
    patchList(client, list.id, (now) => ({
      ...now,
      items: now.items.filter(({ spot_id }) => spot_id !== item.spot_id),
    }))
    showInList(client)
    toast({
      kind: 'success',
      title: m.lists_removed({ name: getName(item) }),
      ...(item.spot && { action: { label: m.lists_undo(), run: () => void putBack(item) } }),
    })
  }
}

function About({ item: { spot, note } }: { item: Item }) {
  const inOwnLanguage = useCountryText()
  if (!spot) return <p className={styles.lost}>{m.lists_spot_deleted()}</p>
  const type = spot.spot_types[0] ?? spot.spot_type ?? 'other'
  const place = cityAndState({ ...spot, country: inOwnLanguage(spot.country) })
  return (
    <div className={styles.item}>
      <AppLink className={styles.itemLink} href={`/spots/${spot.id}`}>
        <span className={styles.itemPhoto}>
          {spot.photo ? (
            <Photo media={spot.photo} alt="" square className={styles.fill} />
          ) : (
            <TypeGlyph type={type} size={36} />
          )}
        </span>
        <span className={styles.about}>
          <b>
            <bdi>{spot.name}</bdi>
          </b>
          <small>
            {spot.status === 'gone' && <strong className={styles.gone}>{m.lists_gone()}</strong>}
            <StoppedBadge condition={spot.standing} />
            {place}
          </small>
        </span>
      </AppLink>
      {note && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
    </div>
  )
}

type ButtonsProps = {
  item: Item
  first: boolean
  last: boolean
  handle: object
  onMove: (by: number) => void
  onNote: () => void
  onRemove: () => void
}

function ItemButtons({ item, first, last, handle, onMove, onNote, onRemove }: ButtonsProps) {
  const name = getName(item)
  return (
    <div className={styles.itemButtons}>
      <IconButton className={styles.handle} label={m.lists_move({ name })} data-handle="" {...handle}>
        <GripVertical size={20} aria-hidden="true" />
      </IconButton>
      <Menu label={m.lists_item_actions({ name })}>
        <MenuItem icon={<ArrowUp aria-hidden="true" />} disabled={first} onSelect={() => onMove(-1)}>
          {m.lists_move_up()}
        </MenuItem>
        <MenuItem icon={<ArrowDown aria-hidden="true" />} disabled={last} onSelect={() => onMove(1)}>
          {m.lists_move_down()}
        </MenuItem>
        {item.spot && (
          <MenuItem icon={<StickyNote aria-hidden="true" />} onSelect={onNote}>
            {m.lists_note_add()}
          </MenuItem>
        )}
        <MenuItem icon={<X aria-hidden="true" />} onSelect={onRemove}>
          {m.lists_remove()}
        </MenuItem>
      </Menu>
    </div>
  )
}

function stepText({ spot }: Item, next: Item | undefined): string | null {
  return spot && next?.spot
    ? m.lists_next_distance({ distance: distanceText(metresBetween(spot, next.spot)) })
    : null
}

type RowProps = {
  item: Item
  /** All IDs in display order. */
  shown: readonly string[]
  next: Item | undefined
  isDragged: boolean
  children: ReactNode
}

// During a drag, the other rows are moved only through CSS order, because elements that move in the DOM lose their
// pointer.
function Row({ item, shown, next, isDragged, children }: RowProps) {
  const index = shown.indexOf(item.spot_id)
  return (
    <li
      id={`in-list-${item.spot_id}`}
      className={styles.row}
      style={{ order: index }}
      data-dragged={isDragged ? '' : undefined}
    >
      <span className={styles.number}>{index + 1}</span>
      <About item={item} />
      {children}
      <small className={styles.step}>{stepText(item, next)}</small>
    </li>
  )
}

type Props = { list: ListPage; items: readonly Item[]; onOrder: (ids: readonly string[]) => void }

/** A list's spots in order, with distances between them. The owner can move, annotate, and remove spots. */
export function ListItems({ list, items, onOrder }: Props) {
  const [noted, setNoted] = useState<Item | null>(null)
  const [movedText, setMoved] = useState('')
  const remove = useRemoving(list)
  const byId = new Map(items.map((item) => [item.spot_id, item]))
  const reorder = useReorder({
    ids: items.map(({ spot_id }) => spot_id),
    onOrder: (ids, moved) => {
      const item = byId.get(moved)
      const position = ids.indexOf(moved) + 1
      if (item) setMoved(m.lists_moved({ name: getName(item), position, count: ids.length }))
      onOrder(ids)
    },
  })
  return (
    <>
      <ol className={styles.items}>
        {items.map((item) => (
          <Row
            key={item.spot_id}
            item={item}
            shown={reorder.shown}
            next={byId.get(reorder.shown[reorder.shown.indexOf(item.spot_id) + 1] ?? '')}
            isDragged={reorder.dragged === item.spot_id}
          >
            {list.is_own && (
              <ItemButtons
                item={item}
                first={reorder.shown[0] === item.spot_id}
                last={reorder.shown.at(-1) === item.spot_id}
                handle={reorder.handle(item.spot_id)}
                onMove={(by) => reorder.move(item.spot_id, by)}
                onNote={() => setNoted(item)}
                onRemove={() => void remove(item)}
              />
            )}
          </Row>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {movedText}
      </p>
      {noted && (
        <NoteDialog
          listId={list.id}
          spotId={noted.spot_id}
          name={getName(noted)}
          note={noted.note}
          onClosed={() => setNoted(null)}
        />
      )}
    </>
  )
}
