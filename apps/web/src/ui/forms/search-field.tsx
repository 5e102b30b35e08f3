import { LIMITS } from '@nollie/contract/limits'
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { classes } from '../../lib/classes.ts'
import styles from './field.module.css'

/** Debounce time (ms) before searching. */
const PAUSE_MS = 250

type Props = {
  /** The current search text; a change from outside replaces the typed text. */
  wanted: string
  onWant: (q: string) => void
  label: string
  placeholder: string
  clearLabel: string
  className?: string | undefined
}

/** A search field that debounces typing. */
export function SearchField({ wanted, onWant, label, placeholder, clearLabel, className = '' }: Props) {
  const [typed, setTyped] = useState(wanted)
  const [known, setKnown] = useState(wanted)
  // This field's own searches come back as `wanted`, possibly after more was typed, and must not overwrite the text.
  const [own, setOwn] = useState<readonly string[]>([])
  if (known !== wanted) {
    setKnown(wanted)
    const at = own.indexOf(wanted)
    setOwn(own.slice(at + 1))
    if (at < 0 && typed.trim() !== wanted) setTyped(wanted)
  }
  const want = useEffectEvent((q: string) => {
    if (q === wanted) return
    setOwn((before) => [...before, q])
    onWant(q)
  })
  useEffect(() => {
    const timer = setTimeout(() => want(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <search className={classes(styles.input, styles.inputSlot, className)}>
      <Search size={20} aria-hidden="true" />
      <input
        type="text"
        data-search=""
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={LIMITS.search_max}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {typed && (
        <IconButton label={clearLabel} onClick={() => setTyped('')}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      )}
    </search>
  )
}
