import { LIMITS } from '@nollie/contract/limits'
import { useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { getMessage } from '../../lib/api.ts'
import { classes } from '../../lib/classes.ts'
import { go } from '../../lib/navigation.ts'
import { awaitFields, LEAVING, useForm } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { storeForLater } from '../drafts/index.ts'
import type { UploadQueue } from '../media/index.ts'
import type { SpotForm } from '../spots/index.ts'
import styles from './share-form.module.css'

type Props = { form: SpotForm; queue: UploadQueue; onSaved: () => void }

function joinText({ name, description }: SpotForm): string {
  return [name, description]
    .map((text) => text.trim())
    .filter(Boolean)
    .join('\n')
}

/**
 * A button that saves an unfinished form's photos, pin, and text as a draft. Hidden if the text is too long for a
 * draft.
 */
export function SaveForLater({ form, queue, onSaved }: Props) {
  const note = joinText(form)
  const button = useRef<HTMLButtonElement>(null)
  // Reading the coordinates moves the pin, so this stores the latest render's position.
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const { busy, submit } = useForm({
    before: async () => {
      const unread = button.current?.form ? await awaitFields(button.current.form) : null
      unread?.focus()
      return !unread
    },
    send: async () => {
      const { point } = latest.current
      await storeForLater({ files: await queue.filesToWait(), position: point, note })
      onSaved()
      go('/quick-drop')
      return LEAVING
    },
    explain: (error) => ({
      title: m.drafts_quick_save_failed(),
      description: getMessage(error, m.drafts_try_again()),
    }),
  })
  if (note.length > LIMITS.draft_note_max) return null
  return (
    <button
      ref={button}
      type="button"
      className={classes(looks.link, styles.later)}
      disabled={busy}
      onClick={() => void submit()}
    >
      {busy ? m.drafts_quick_saving() : m.drafts_quick_save()}
    </button>
  )
}
