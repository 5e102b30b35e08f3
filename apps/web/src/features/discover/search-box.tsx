import { LIMITS } from '@nollie/contract/limits'
import { Search as Glass, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { IconButton } from '../../ui/index.ts'
import { peopleOf, SearchPanel, spotsOf } from './search-panel.tsx'
import { stepped } from './step.ts'
import type { Search } from './use-search.ts'
import './search.css'

/** The panel outlives the focus so long that a press on one of its rows still counts. */
const HIDE_AFTER_MS = 200

// Open while the focus is in it, and a moment longer.
function useOpen(onOpen: (open: boolean) => void) {
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hiding.current), [])
  return {
    onFocus: () => {
      clearTimeout(hiding.current)
      onOpen(true)
    },
    onBlur: () => {
      clearTimeout(hiding.current)
      hiding.current = setTimeout(() => onOpen(false), HIDE_AFTER_MS)
    },
  }
}

type Props = {
  search: Search
  open: boolean
  onOpen: (open: boolean) => void
}

/** The search of Discover: people and spots come while typing; arrows go through them, Enter takes one or shows all. */
export function SearchBox({ search, open, onOpen }: Props) {
  const { typed, type, shown, retry } = search
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // By its key: the answer to the next letters may have other rows, or the same at another place.
  const [active, setActive] = useState<string | null>(null)
  const focus = useOpen(onOpen)
  const answer = shown.kind === 'found' ? shown.answer : null
  const people = answer ? peopleOf(answer) : []
  const spots = answer ? spotsOf(answer) : []
  const options = [...people, ...spots]
  const lists = [people.length > 0 && `${id}-users`, spots.length > 0 && `${id}-spots`].filter(Boolean)
  const now = options.find(({ key }) => key === active)
  const isListed = open && options.length > 0

  const clear = () => {
    type('')
    setActive(null)
  }
  const taken = () => {
    clear()
    onOpen(false)
  }
  const move = (step: number) => {
    onOpen(true)
    if (options.length === 0) return
    setActive(stepped(options, active, step))
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      move(key === 'ArrowDown' ? 1 : -1)
    } else if (key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (open && now) {
        taken()
        go(now.href)
      } else onOpen(false)
    } else if (key === 'Escape') {
      if (open) onOpen(false)
      else clear()
      setActive(null)
    }
  }
  useEffect(() => {
    if (now) document.getElementById(`${now.key}-found`)?.scrollIntoView({ block: 'nearest' })
  }, [now])
  return (
    <div className="search-place" {...focus}>
      <search className="input input-slot search-field">
        <Glass size={20} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-label={m.discover_search_label()}
          aria-expanded={isListed}
          aria-controls={isListed ? lists.join(' ') : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isListed && now ? `${now.key}-found` : undefined}
          placeholder={m.discover_search_label()}
          autoComplete="off"
          spellCheck={false}
          maxLength={LIMITS.search_max}
          value={typed}
          onChange={({ target }) => {
            type(target.value)
            setActive(null)
            onOpen(true)
          }}
          onKeyDown={press}
        />
        {typed && (
          <IconButton
            label={m.discover_search_clear()}
            onClick={() => {
              clear()
              field.current?.focus()
            }}
          >
            <X size={20} aria-hidden="true" />
          </IconButton>
        )}
      </search>
      {open && (
        <SearchPanel
          id={id}
          shown={shown}
          people={people}
          spots={spots}
          active={now?.key ?? null}
          onTake={taken}
          onAll={() => onOpen(false)}
          retry={retry}
        />
      )}
    </div>
  )
}
