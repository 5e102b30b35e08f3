import type { Media } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { session } from '../../lib/session.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Textarea, useForm } from '../../ui/index.ts'
import { charactersLeftText } from '../../ui/forms/characters-left.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { describedTitle } from './described-title.ts'
import styles from './alt-texts.module.css'

type Props = {
  /** Identifies the photo or video among the person's. */
  id: string
  type: Media['type']
  /** The photo's or poster's URL; null if there is none to show. */
  picture: string | null
  /** The current description. */
  text: string
  /** Saves the description; an empty one removes it. */
  onSave: (text: string) => Promise<unknown> | void
  onClose: () => void
}

function readTyped(stored: unknown): { text?: string } {
  const { text } = (stored ?? {}) as { text?: unknown }
  return typeof text === 'string' ? { text } : {}
}

/** The form for describing a photo or video, in a dialog that is open while mounted. */
export function DescribeForm({ id, type, picture, text: before, onSave, onClose }: Props) {
  const [open, setOpen] = useState(true)
  const { values, change, forget } = useStoredValues({
    name: `nollie.alt-text.${session.get().user?.user_id}.${id}`,
    read: (stored) => ({ text: before, ...readTyped(stored) }),
  })
  const { text } = values
  const form = useForm({
    send: async () => {
      await onSave(text.trim())
      forget()
      setOpen(false)
    },
    explain: (error) => ({
      title: m.alt_texts_failed(),
      description: whyNot(error, m.alt_texts_failed_text()),
    }),
  })
  // A click outside, Escape, or a swipe may be accidental, so only Cancel discards the typed text.
  const cancel = () => {
    forget()
    setOpen(false)
  }
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      onCancel={cancel}
      title={describedTitle(type)}
      submit={m.alt_texts_save()}
      sending={m.alt_texts_saving()}
      className={styles.form}
    >
      {picture && <img className={styles.picture} src={picture} alt="" />}
      <Textarea
        label={m.alt_texts_field()}
        placeholder={m.alt_texts_placeholder()}
        hint={`${m.alt_texts_hint()} ${charactersLeftText(LIMITS.alt_text_max - text.length)}`}
        error={form.errors.alt_text}
        value={text}
        rows={3}
        maxLength={LIMITS.alt_text_max}
        onChange={(event) => {
          form.typed('alt_text')
          change({ text: event.target.value })
        }}
      />
    </FormDialog>
  )
}
