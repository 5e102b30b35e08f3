import { type ClipboardEventHandler, type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'
import { Form } from './form.tsx'
import { isComposing } from './is-composing.ts'
import { useMentionSuggestions } from './mention-suggestions.tsx'
import { charactersLeftText } from './characters-left.ts'
import styles from './compose-form.module.css'

/** The form starts showing the number of characters left when it reaches this value. */
const NEAR = 200

// On touch keyboards, Enter may be the only way to start a new line.
function isTyped() {
  return !matchMedia('(pointer: coarse)').matches
}

type Props = {
  className: string | undefined
  text: string
  onText: (text: string) => void
  onSend: () => void
  /** The maximum number of characters. */
  max: number
  placeholder: string
  /** The field's label, if the placeholder isn't enough. */
  label?: string
  /** Whether the text may be empty because there's an attachment. */
  bare?: boolean
  /** Whether sending is disabled. */
  closed?: boolean
  /** Whether the text is being sent. */
  busy?: boolean
  /** Whether people often write several lines, so that Enter starts a new line on touch keyboards. */
  lines?: boolean
  field?: Ref<HTMLTextAreaElement>
  onPaste?: ClipboardEventHandler
  renderButton: (isSendable: boolean) => ReactNode
  /** Content above the field. */
  children?: ReactNode
}

/** A field that grows with its text. Enter sends the text; Shift+Enter starts a new line. */
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
    // Enter also confirms an input method's composition, e.g. in Japanese.
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
          {charactersLeftText(left)}
        </p>
      )}
    </Form>
  )
}
