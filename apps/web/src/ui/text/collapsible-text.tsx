import type { Mention } from '@nollie/contract'
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { MentionText } from './mention-text.tsx'
import { classes } from '../../lib/classes.ts'
import styles from './collapsible-text.module.css'

type Props = {
  text: string
  mentions?: readonly Mention[] | undefined
  className?: string | undefined
  /** How many lines of a long text to show. */
  lines: number
  /** Text with more characters than this, or more than `lines` lines, counts as long. */
  characters: number
}

/** User-written text. If it's long, shows the first lines and a button that expands it. */
export function CollapsibleText({ text, mentions, className = '', lines, characters }: Props) {
  const id = useId()
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [whole, setWhole] = useState(false)
  // Whether the text is cut off depends on its width, so it's known only after layout.
  const [isCut, setCut] = useState(true)
  const isLong = text.length > characters || text.split('\n').length > lines
  const collapsed = isLong && !whole
  useEffect(() => {
    const node = paragraph.current
    if (!collapsed || !node) return
    const observer = new ResizeObserver(() => setCut(node.scrollHeight > node.clientHeight + 1))
    observer.observe(node)
    // Expand the text when a link below the cutoff receives keyboard focus.
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
        className={classes(styles.root, className)}
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
          className={styles.moreText}
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
