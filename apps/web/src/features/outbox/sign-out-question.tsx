import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { isDraftOf, namesIn } from '../../lib/text/private-names.ts'
import { getPerson, session } from '../../lib/session.ts'
import { waitingList } from '../../lib/outbox/outbox-state.ts'
import { ConfirmDialog } from '../../ui/index.ts'

/**
 * Data that exists only on this device and would be lost on sign-out: the number of outbox entries, and whether there
 * are drafts.
 */
type UnsavedData = { waiting: number; drafts: boolean }

async function hasFiles(user_id: string): Promise<boolean> {
  const { listPersonUploads } = await import('../../lib/drafts/stored-uploads.ts')
  return (await listPersonUploads(user_id)).length > 0
}

async function findUnsavedData(): Promise<UnsavedData> {
  const user_id = getPerson(session.get())?.user_id ?? ''
  const drafts = namesIn('localStorage').some((name) => isDraftOf(user_id, name))
  return {
    waiting: waitingList.get().length,
    drafts: drafts || (await hasFiles(user_id).catch(() => false)),
  }
}

/** Explains what signing out would delete. */
export function UnsavedDataText({ waiting, drafts }: UnsavedData) {
  return (
    <>
      {waiting > 0 && m.outbox_sign_out_text()} {drafts && m.outbox_sign_out_drafts_text()}
    </>
  )
}

/**
 * Asks for confirmation before a sign-out that would delete data that exists only on this device. If there is no such
 * data, `ask` calls `leave` immediately. The caller must render `question`.
 */
export function useSignOutQuestion(leave: () => void) {
  const [found, setFound] = useState<UnsavedData>({ waiting: 0, drafts: false })
  const [open, setOpen] = useState(false)
  const ask = async () => {
    const now = await findUnsavedData()
    if (now.waiting === 0 && !now.drafts) return leave()
    setFound(now)
    setOpen(true)
  }
  const question = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={
        found.waiting > 0
          ? m.outbox_sign_out_title({ count: found.waiting })
          : m.outbox_sign_out_drafts_title()
      }
      confirm={m.outbox_sign_out_confirm()}
      cancel={m.outbox_sign_out_cancel()}
      onConfirm={() => {
        setOpen(false)
        leave()
      }}
    >
      <UnsavedDataText {...found} />
    </ConfirmDialog>
  )
  return { ask: () => void ask(), question }
}

/** Provides the content of {@link useSignOutQuestion} for an existing dialog. Reads the data when the dialog opens. */
export function useUnsavedData(isAsking: boolean): UnsavedData & { title: string } {
  const [found, setFound] = useState<UnsavedData>({ waiting: 0, drafts: false })
  useEffect(() => {
    if (isAsking) void findUnsavedData().then(setFound)
  }, [isAsking])
  const { waiting } = found
  return {
    ...found,
    title: waiting > 0 ? m.outbox_sign_out_title({ count: waiting }) : m.outbox_sign_out_drafts_title(),
  }
}
