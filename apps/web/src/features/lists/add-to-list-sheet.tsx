import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, Check, ListPlus, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, FailedNote, Loaded, Loading, Sheet, Skeleton, toast, toastWaiting } from '../../ui/index.ts'
import { ListFormDialog } from './list-form-dialog.tsx'
import { listsWithSpotQuery, showInList } from './list-requests.ts'
import { setInListOrQueue } from './outbox-lists.ts'
import { spotsText } from './spots-text.ts'
import styles from './lists.module.css'

type Row = { key: string; name: string; text: string | null; isIn: boolean; isSaved?: boolean }

export type AddToListProps = {
  spotId: string
  /** Whether the spot is saved. */
  saved: boolean
  onSave: (saved: boolean) => Promise<unknown>
  onClosed: () => void
}

// Changes are optimistic: they appear immediately, and are rolled back if they fail. Each row sends one change at a
// time, then its latest state.
function usePressed({ spotId, onSave }: AddToListProps) {
  const client = useQueryClient()
  const [pressed, setPressed] = useState<Readonly<Record<string, boolean>>>({})
  const sending = useRef(new Map<string, boolean>())
  const send = async ({ key, name, isSaved }: Row, wanted: boolean) => {
    if (isSaved) await onSave(wanted)
    else if ((await setInListOrQueue({ list_id: key, spot_id: spotId, wanted, name })) === null)
      toastWaiting()
    else showInList(client)
  }
  const press = async (row: Row) => {
    const { key, isIn } = row
    const show = (isShown: boolean) => setPressed((now) => ({ ...now, [key]: isShown }))
    const isSending = sending.current.has(key)
    sending.current.set(key, !isIn)
    show(!isIn)
    if (isSending) return
    let has = isIn
    try {
      for (let wanted = !isIn; wanted !== has; wanted = sending.current.get(key) ?? has) {
        await send(row, wanted)
        has = wanted
      }
    } catch (error) {
      show(has)
      const description = whyNot(error, m.lists_try_again())
      toast({ kind: 'error', title: m.lists_change_failed(), description })
    } finally {
      sending.current.delete(key)
    }
  }
  return { pressed, press, show: (key: string) => setPressed((now) => ({ ...now, [key]: true })) }
}

function ListRow({ row, onPress }: { row: Row; onPress: () => void }) {
  return (
    <li>
      <button type="button" className={styles.pick} aria-pressed={row.isIn} onClick={onPress}>
        {row.isSaved ? <Bookmark size={20} aria-hidden="true" /> : <ListPlus size={20} aria-hidden="true" />}
        <span>
          <b>
            <bdi>{row.name}</bdi>
          </b>
          {row.text && <small>{row.text}</small>}
        </span>
        <span className={styles.tick} aria-hidden="true">
          {row.isIn && <Check size={18} />}
        </span>
      </button>
    </li>
  )
}

/**
 * A sheet for adding a spot to lists or removing it from them. It shows saved spots, the viewer's lists, and a New List
 * button.
 */
export function AddToListSheet(props: AddToListProps) {
  const { spotId, saved, onClosed } = props
  const [open, setOpen] = useState(true)
  const [isMaking, setMaking] = useState(false)
  const query = useQuery(listsWithSpotQuery(spotId))
  const { pressed, press, show } = usePressed(props)
  const rows: Row[] = [
    { key: 'saved', name: m.saved_title(), text: null, isIn: pressed.saved ?? saved, isSaved: true },
    ...(query.data ?? []).map(({ id, name, spots_count, has_spot }) => ({
      key: id,
      name,
      text: spotsText(spots_count),
      isIn: pressed[id] ?? has_spot,
    })),
  ]
  const skeleton = (
    <Loading label={m.lists_loading()}>
      <Skeleton className={styles.rowSkeleton} />
    </Loading>
  )
  const failed = (retry: () => void) => (
    <FailedNote text={m.lists_failed()} className={styles.failed} onRetry={retry} />
  )
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={m.lists_add_to()}
      actions={
        <>
          <Button icon={<Plus aria-hidden="true" />} onClick={() => setMaking(true)}>
            {m.lists_new()}
          </Button>
          <Button variant="line" onClick={() => setOpen(false)}>
            {m.shell_close()}
          </Button>
        </>
      }
    >
      <ul className={styles.picks} aria-label={m.lists_title()}>
        {rows.map((row) => (
          <ListRow key={row.key} row={row} onPress={() => void press(row)} />
        ))}
      </ul>
      <Loaded query={query} failed={failed} skeleton={skeleton} />
      {isMaking && (
        <ListFormDialog
          list={null}
          spotId={spotId}
          onSaved={({ id }) => show(id)}
          onClosed={() => setMaking(false)}
        />
      )}
    </Sheet>
  )
}
