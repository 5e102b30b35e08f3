import { LIMITS } from '@nollie/contract/limits'
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from './icon-button.tsx'

/** Nothing is asked for while somebody is still typing. */
const PAUSE_MS = 250

type Props = {
  /** What is searched for now; a change from outside takes the place of what is typed. */
  wanted: string
  onWant: (q: string) => void
  label: string
  placeholder: string
  clearLabel: string
  className?: string
}

/** A field that searches while one types, after a pause. */
export function SearchField({ wanted, onWant, label, placeholder, clearLabel, className = '' }: Props) {
  const [typed, setTyped] = useState(wanted)
  const [known, setKnown] = useState(wanted)
  if (known !== wanted) {
    setKnown(wanted)
    if (typed.trim() !== wanted) setTyped(wanted)
  }
  const want = useEffectEvent((q: string) => q !== wanted && onWant(q))
  useEffect(() => {
    const timer = setTimeout(() => want(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <search className={`input input-slot ${className}`}>
      <Search size={20} aria-hidden="true" />
      <input
        type="text"
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
