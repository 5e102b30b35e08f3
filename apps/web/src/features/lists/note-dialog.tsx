import { LIMITS } from '@nollie/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { session } from '../../lib/session.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Textarea, useForm } from '../../ui/index.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { writeNote } from './list-requests.ts'

type Props = { listId: string; spotId: string; name: string; note: string | null; onClosed: () => void }

/** The dialog for editing the note on a spot in a list. */
export function NoteDialog({ listId, spotId, name, note, onClosed }: Props) {
  const client = useQueryClient()
  const [open, setOpen] = useState(true)
  const { values, change, forget } = useStoredValues({
    name: `nollie.list-note.${session.get().user?.user_id}.${listId}.${spotId}`,
    read: (stored) => (typeof stored === 'string' ? stored : (note ?? '')),
  })
  const form = useForm({
    send: async () => {
      await writeNote(client, { list_id: listId, spot_id: spotId }, values)
      forget()
      setOpen(false)
    },
    explain: (error) => ({
      title: m.lists_change_failed(),
      description: whyNot(error, m.lists_try_again()),
    }),
  })
  const cancel = () => {
    forget()
    setOpen(false)
  }
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={m.lists_note_for({ name })}
      firm
      onCancel={cancel}
      submit={m.lists_save()}
      sending={m.lists_saving()}
    >
      <Textarea
        label={m.lists_note()}
        hint={m.lists_note_hint()}
        name="note"
        rows={3}
        value={values}
        maxLength={LIMITS.list_note_max}
        error={form.errors.note}
        onChange={({ target }) => change(target.value)}
      />
    </FormDialog>
  )
}
