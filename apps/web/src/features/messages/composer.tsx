import { LIMITS } from '@nollie/contract/limits'
import { ArrowUp } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type Ref, useId } from 'react'
import { m } from '../../i18n/messages.ts'
import type { Draft } from './outbox.ts'
import { AttachedCard } from './shared-card.tsx'
import { sharedByLink } from './shared-ref.ts'

/** From so many characters before the limit on, it is said how many are left. */
const NEAR = 200

// On a keyboard under glass Enter is the only way to a new line.
const isTyped = () => !matchMedia('(pointer: coarse)').matches

type Props = {
  name: string
  draft: Draft
  onDraft: (change: Partial<Draft>) => void
  onSend: () => void
  /** No more may be written until the other has answered. */
  closed: boolean
  field: Ref<HTMLTextAreaElement>
}

/** Where a message is written. With a keyboard Enter sends it, Shift and Enter begins a new line. */
export function Composer({ name, draft, onDraft, onSend, closed, field }: Props) {
  const id = useId()
  const { text, shared } = draft
  const left = LIMITS.message_max - text.trim().length
  const isOver = left < 0
  const isSendable = (text.trim() !== '' || shared !== null) && !isOver && !closed
  const send = () => {
    if (isSendable) onSend()
  }
  const press = (event: KeyboardEvent) => {
    // Enter also ends the composing of a word, in Japanese for one.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !isTyped()) return
    event.preventDefault()
    send()
  }
  // The link of a spot or photo becomes the thing itself.
  const paste = (event: ClipboardEvent) => {
    const found = shared ? null : sharedByLink(event.clipboardData.getData('text/plain'), location.origin)
    if (!found) return
    event.preventDefault()
    onDraft({ shared: found })
  }
  const words = m.messages_field({ name })
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {shared && (
        <section aria-label={m.messages_attached()}>
          <AttachedCard shared={shared} onRemove={() => onDraft({ shared: null })} />
        </section>
      )}
      <div className="composer-line">
        <textarea
          ref={field}
          className="composer-field"
          rows={1}
          value={text}
          placeholder={words}
          aria-label={words}
          aria-invalid={isOver || undefined}
          aria-describedby={left <= NEAR ? id : undefined}
          onChange={(event) => onDraft({ text: event.target.value })}
          onKeyDown={press}
          onPaste={paste}
        />
        <button type="submit" className="composer-send" aria-label={m.messages_send()} disabled={!isSendable}>
          <ArrowUp size={24} strokeWidth={2.4} aria-hidden="true" />
        </button>
      </div>
      {left <= NEAR && (
        <p
          id={id}
          className="composer-count"
          data-over={isOver ? '' : undefined}
          role={isOver ? 'alert' : undefined}
        >
          {isOver ? m.messages_over({ count: -left }) : m.messages_left({ count: left })}
        </p>
      )}
    </form>
  )
}
