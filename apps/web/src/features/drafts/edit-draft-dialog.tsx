import type { Draft } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { getMessage } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { Textarea, useForm } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { LocationPicker } from '../map/index.ts'
import type { Point } from '../spots/index.ts'
import { type DraftChanges, editDraft } from './draft-requests.ts'
import styles from './drafts.module.css'

function getPoint({ latitude, longitude }: Draft): Point | null {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** The form's values, stored until they're saved or discarded. `moved` is null if the pin hasn't been moved. */
type Values = { note: string; moved: Point | null }

function readValues(stored: unknown, draft: Draft): Values {
  const { note, moved } = (stored ?? {}) as Partial<Record<keyof Values, unknown>>
  const { latitude, longitude } = (moved ?? {}) as Partial<Record<keyof Point, unknown>>
  const isPoint = typeof latitude === 'number' && typeof longitude === 'number'
  return {
    note: typeof note === 'string' ? note : (draft.note ?? ''),
    moved: isPoint ? { latitude, longitude } : null,
  }
}

/**
 * Returns the dialog's state and a function that saves it. Sends the position only if the person moved the pin, so an
 * unmoved pin retains its accuracy.
 */
function useDraftChanges(draft: Draft, onSaved: () => void) {
  const client = useQueryClient()
  const { values, change, forget } = useStoredValues({
    name: `nollie.edit-draft.${session.get().user?.user_id}.${draft.id}`,
    read: (stored) => readValues(stored, draft),
  })
  const { note, moved } = values
  const form = useForm({
    send: async () => {
      const changes: DraftChanges = { note, ...moved }
      await editDraft(client, draft.id, changes)
      forget()
      onSaved()
    },
    explain: (error) => ({
      title: m.drafts_edit_failed(),
      description: getMessage(error, m.drafts_try_again()),
    }),
  })
  return {
    ...form,
    note,
    point: moved ?? getPoint(draft),
    forget,
    setNote: (next: string) => change({ note: next, moved }),
    move: (next: Point) => change({ note, moved: next }),
  }
}

/** The dialog for editing a draft's note and position. */
export function EditDraftDialog({ draft, onClosed }: { draft: Draft; onClosed: () => void }) {
  const id = useId()
  const [open, setOpen] = useState(true)
  const { forget, note, setNote, point, move, ...form } = useDraftChanges(draft, () => setOpen(false))
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
      title={m.drafts_edit()}
      firm
      onCancel={cancel}
      submit={m.drafts_save()}
      sending={m.drafts_saving()}
      className={styles.form}
    >
      <Textarea
        label={m.drafts_note()}
        placeholder={m.drafts_note_placeholder()}
        name="note"
        rows={3}
        value={note}
        maxLength={LIMITS.draft_note_max}
        error={form.errors.note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div role="group" aria-labelledby={`${id}-pin`}>
        <p className={looks.fieldLabel} id={`${id}-pin`}>
          {m.drafts_location()}
        </p>
        <div className={styles.map}>
          <LocationPicker value={point} type={null} onPick={move} />
        </div>
      </div>
    </FormDialog>
  )
}
