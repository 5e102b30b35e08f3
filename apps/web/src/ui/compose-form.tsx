import { type ClipboardEventHandler, type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'
import { Form } from './form.tsx'
import { isComposing } from './is-composing.ts'
import { useMentionSuggestions } from './mention-suggestions.tsx'
import { roomText } from './characters-left.ts'
import styles from './compose-form.module.css'

/** From this many characters before the limit, the form shows how many are left. */
const NEAR = 200

// Touch keyboards may have no other key for a new line than Enter.
const isTyped = () => !matchMedia('(pointer: coarse)').matches

type Props = {
  className: string | undefined
  text: string
  onText: (text: string) => void
  onSend: () => void
  /** The maximum number of characters. */
  max: number
  placeholder: string
  /** The label of the field, where the placeholder is not enough. */
  label?: string
  /** Whether the text may be empty, because something is attached. */
  bare?: boolean
  /** Whether sending is disabled. */
  closed?: boolean
  /** Whether the text is being sent. */
  busy?: boolean
  /** Whether several lines are usual, so that Enter on touch keyboards starts a new one. */
  lines?: boolean
  field?: Ref<HTMLTextAreaElement>
  onPaste?: ClipboardEventHandler
  renderButton: (isSendable: boolean) => ReactNode
  /** Content above the field. */
  children?: ReactNode
}

/** A field that grows with its text. Enter sends it, Shift and Enter starts a new line. */
export function ComposeForm({
  className,
  text,
  onText,
  onSend,
  max,
  placeholder,
  label = placeholder,
  bare = false,
  closed = false,
  busy = false,
  lines = false,
  field,
  onPaste,
  renderButton,
  children,
}: Props) {
  const id = useId()
  const suggestions = useMentionSuggestions(true)
  const left = max - text.trim().length
  const isOver = left < 0
  const isSendable = (text.trim() !== '' || bare) && !isOver && !closed && !busy
  const send = () => {
    if (isSendable) onSend()
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isNewLine = lines && !isTyped()
    if (suggestions.press(event, isNewLine ? undefined : send)) return
    // Enter also ends the composition of an input method, e.g. in Japanese.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    if (isNewLine) return
    event.preventDefault()
    send()
  }
  return (
    <Form className={className} onSend={send}>
      {children}
      <div className={styles.line}>
        <textarea
          ref={field}
          className={styles.field}
          rows={1}
          dir="auto"
          value={text}
          readOnly={busy}
          placeholder={placeholder}
          aria-label={label}
          aria-invalid={isOver || undefined}
          aria-describedby={left <= NEAR ? id : undefined}
          enterKeyHint={lines ? undefined : 'send'}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={press}
          onPaste={onPaste}
          {...suggestions.field}
        />
        {suggestions.list}
        {renderButton(isSendable)}
      </div>
      {left <= NEAR && (
        <p
          id={id}
          className={styles.count}
          data-over={isOver ? '' : undefined}
          role={isOver ? 'alert' : undefined}
        >
          {roomText(left)}
        </p>
      )}
    </Form>
  )
}
