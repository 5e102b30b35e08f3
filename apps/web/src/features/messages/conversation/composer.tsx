import { LIMITS } from '@nollie/contract/limits'
import { ArrowUp } from 'lucide-react'
import type { ClipboardEvent, Ref } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ComposeForm } from '../../../ui/index.ts'
import type { Draft } from '../sending/message-drafts.ts'
import { AttachedCard } from '../attachments/shared-card.tsx'
import { sharedByLink } from '../attachments/shared-ref.ts'
import styles from './conversation.module.css'

type Props = {
  name: string
  draft: Draft
  onDraft: (change: Partial<Draft>) => void
  onSend: () => void
  /** Whether the field is disabled until the other person replies. */
  closed: boolean
  field: Ref<HTMLTextAreaElement>
}

/** The form for writing a message. */
export function Composer({ name, draft, onDraft, onSend, closed, field }: Props) {
  const { text, shared } = draft
  // A link to a spot, photo, or list becomes an attachment.
  const findShared = (link: string) => (shared ? null : sharedByLink(link, location.origin))
  const paste = (event: ClipboardEvent) => {
    const found = findShared(event.clipboardData.getData('text/plain'))
    if (!found) return
    event.preventDefault()
    onDraft({ shared: found })
  }
  return (
    <ComposeForm
      className={styles.composer}
      text={text}
      onText={(typed) => {
        // Links that are dropped or inserted by a touch keyboard cause no paste event.
        const found = findShared(typed)
        onDraft(found ? { text: '', shared: found } : { text: typed })
      }}
      onSend={onSend}
      max={LIMITS.message_max}
      placeholder={m.messages_field({ name })}
      bare={shared !== null}
      closed={closed}
      lines
      field={field}
      onPaste={paste}
      renderButton={(isSendable) => (
        <button
          type="submit"
          className={styles.composerSend}
          aria-label={m.messages_send()}
          disabled={!isSendable}
        >
          <ArrowUp size={24} strokeWidth={2.4} aria-hidden="true" />
        </button>
      )}
    >
      {shared && (
        <section aria-label={m.messages_attached()}>
          <AttachedCard shared={shared} onRemove={() => onDraft({ shared: null })} />
        </section>
      )}
    </ComposeForm>
  )
}
