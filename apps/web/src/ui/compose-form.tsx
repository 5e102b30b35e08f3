import { type ClipboardEventHandler, type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'
import { useNameOffers } from './name-offers.tsx'
import { roomText } from './room.ts'

/** From this many characters before the limit, the form shows how many are left. */
const NEAR = 200

// On a touch keyboard Enter may be the only way to a new line.
const isTyped = () => !matchMedia('(pointer: coarse)').matches

type Props = {
  className: string
  text: string
  onText: (text: string) => void
  onSend: () => void
  /** So many characters at the most. */
  max: number
  placeholder: string
  /** What the field is called, where its placeholder does not say enough. */
  label?: string
  /** Something is attached: the text may be empty. */
  bare?: boolean
  /** Nothing may be sent now. */
  closed?: boolean
  /** The text is being sent. */
  busy?: boolean
  /** Several lines are usual: under glass Enter begins one. */
  lines?: boolean
  field?: Ref<HTMLTextAreaElement>
  onPaste?: ClipboardEventHandler
  renderButton: (isSendable: boolean) => ReactNode
  /** Above the field. */
  children?: ReactNode
}

/** A field that grows with its text. Enter sends it, Shift and Enter begins a new line. */
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
  const offers = useNameOffers(true)
  const left = max - text.trim().length
  const isOver = left < 0
  const isSendable = (text.trim() !== '' || bare) && !isOver && !closed && !busy
  const send = () => {
    if (isSendable) onSend()
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (offers.press(event)) return
    // Enter also ends the composition of an input method, in Japanese for one.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    if (lines && !isTyped()) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {children}
      <div className="say-line">
        <textarea
          ref={field}
          className="say-field"
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
          {...offers.field}
        />
        {offers.list}
        {renderButton(isSendable)}
      </div>
      {left <= NEAR && (
        <p
          id={id}
          className="say-count"
          data-over={isOver ? '' : undefined}
          role={isOver ? 'alert' : undefined}
        >
          {roomText(left)}
        </p>
      )}
    </form>
  )
}
