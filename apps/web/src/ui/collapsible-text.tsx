import type { Mention } from '@nollie/contract'
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { MentionText } from './mention-text.tsx'

type Props = {
  text: string
  mentions?: readonly Mention[] | undefined
  className?: string
  /** Shown of a long text. */
  lines: number
  /** A text is long from so many characters on, or with more lines than are shown. */
  characters: number
}

/** What somebody wrote; a long text shows its first lines and a button for the rest. */
export function CollapsibleText({ text, mentions, className = '', lines, characters }: Props) {
  const id = useId()
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [whole, setWhole] = useState(false)
  // Only as wide as it is on screen it is known whether anything is cut off.
  const [isCut, setCut] = useState(true)
  const isLong = text.length > characters || text.split('\n').length > lines
  const collapsed = isLong && !whole
  useEffect(() => {
    const node = paragraph.current
    if (!collapsed || !node) return
    const observer = new ResizeObserver(() => setCut(node.scrollHeight > node.clientHeight + 1))
    observer.observe(node)
    // A link that the keyboard reaches below the cut is shown.
    const reach = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(':focus-visible')) setWhole(true)
    }
    node.addEventListener('focusin', reach)
    return () => {
      observer.disconnect()
      node.removeEventListener('focusin', reach)
    }
  }, [collapsed])
  return (
    <>
      <p
        ref={paragraph}
        id={id}
        className={`folding-text ${className}`}
        dir="auto"
        data-folded={collapsed ? '' : undefined}
        style={collapsed ? ({ '--lines': lines } as CSSProperties) : undefined}
      >
        <bdi>
          <MentionText text={text} mentions={mentions} />
        </bdi>
      </p>
      {isLong && (isCut || whole) && (
        <button
          type="button"
          className="more-text"
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => setWhole(!whole)}
        >
          {whole ? m.shell_text_less() : m.shell_text_more()}
        </button>
      )}
    </>
  )
}
