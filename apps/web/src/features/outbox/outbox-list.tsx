import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import {
  DeviceFull,
  dropWaiting,
  readFiles,
  ifStillHere,
  readAgain,
  tryAgain,
} from '../../lib/outbox/entries.ts'
import type { Waiting } from '../../lib/outbox/use-outbox.ts'
import { ConfirmDialog, EmptyState, Loading, Note, Skeleton, toast } from '../../ui/index.ts'
import { mayBeThere, OutboxRow, type OutboxActions } from './outbox-row.tsx'
import { type Described, useDescribed } from './use-described.ts'
import styles from './outbox.module.css'

/** Whether the outbox has been read from storage. */
function useIsRead(): boolean {
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    void readAgain().then(() => setRead(true))
  }, [])
  return isRead
}

function showDeviceFull(error: unknown) {
  if (!(error instanceof DeviceFull)) throw error
  toast({ kind: 'error', title: m.outbox_full_title(), description: m.outbox_full_text() })
}

function showAlreadySent() {
  return toast({ kind: 'info', title: m.outbox_being_sent(), description: m.outbox_being_sent_text() })
}

// Explains why an action on an entry wasn't possible.
function orExplain(action: Promise<boolean>) {
  return void action.then((isDone) => isDone || showAlreadySent()).catch(showDeviceFull)
}

function edit({ entry: { id }, kind }: Described) {
  return orExplain(
    ifStillHere(id, async (entry) => {
      // The entry may have reached the server under its key after it was listed.
      if (mayBeThere(entry)) return showAlreadySent()
      const path = await kind?.giveBack?.(entry, entry.files > 0 ? await readFiles(id) : [])
      if (path === undefined) return
      if (path === null)
        return toast({
          kind: 'info',
          title: m.outbox_form_in_use(),
          description: m.outbox_form_in_use_text(),
        })
      await dropWaiting(id)
      go(path)
    }),
  )
}

function discard({ id }: Waiting) {
  return orExplain(ifStillHere(id, () => dropWaiting(id)))
}

/** Lists the entries on this device that are pending or were refused. */
export function OutboxList() {
  const isRead = useIsRead()
  const all = useDescribed()
  const [discarding, setDiscarding] = useState<Waiting | null>(null)
  const [open, setOpen] = useState(false)
  const actions: OutboxActions = {
    onAgain: (entry) => orExplain(tryAgain(entry)),
    onEdit: edit,
    onDiscard: (entry) => {
      setDiscarding(entry)
      setOpen(true)
    },
  }
  if (!all || (!isRead && all.length === 0))
    return (
      <Loading label={m.shell_loading()}>
        <Skeleton className={styles.skeleton} />
      </Loading>
    )
  return (
    <>
      {all.length === 0 ? (
        <EmptyState art="comments" title={m.outbox_empty()}>
          {m.outbox_empty_text()}
        </EmptyState>
      ) : (
        <>
          <Note className={styles.intro}>{m.outbox_intro()}</Note>
          <ul className={styles.list} aria-label={m.outbox_title()}>
            {all.map((one) => (
              <OutboxRow key={one.entry.id} one={one} actions={actions} />
            ))}
          </ul>
        </>
      )}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={m.outbox_discard_title()}
        confirm={m.outbox_discard()}
        onConfirm={() => {
          setOpen(false)
          if (discarding) discard(discarding)
        }}
      >
        {m.outbox_discard_text()}
      </ConfirmDialog>
    </>
  )
}
