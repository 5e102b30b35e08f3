import type { Person } from '@nollie/contract'
import { findTypedName } from '@nollie/contract/mentions/mention-names'
import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { getName } from '../../lib/text/person-name.ts'
import { Avatar } from '../photos/avatar.tsx'
import { isComposing } from './is-composing.ts'
import styles from './mention-suggestions.module.css'

/** Debounce time (ms) before searching for names. */
const PAUSE_MS = 150
/** How long (ms) Enter waits for suggestions. */
const ANSWER_MS = 2_000
/** If there's less space than this (px) above the field, the list appears below it. */
const ROOM_PX = 150
const GAP_PX = 6

type TextElement = HTMLTextAreaElement | HTMLInputElement

/** Returns the name being typed after an `@` at the caret; null if there is none, or it has fewer than two letters. */
export function nameTypedAt(text: string, caret: number): string | null {
  return findTypedName(text.slice(0, caret))
}

function typedIn({ value, selectionStart, selectionEnd }: TextElement): string | null {
  return selectionStart !== null && selectionStart === selectionEnd
    ? nameTypedAt(value, selectionStart)
    : null
}

/** Replaces the typed prefix with `@username `, as if the person had typed it. */
function insert(field: TextElement, username: string): void {
  const caret = field.selectionStart ?? 0
  const name = nameTypedAt(field.value, caret)
  if (name === null) return
  const blank = /^\s/.test(field.value.slice(caret)) ? '' : ' '
  field.focus()
  field.setRangeText(`@${username}${blank}`, caret - name.length - 1, caret, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

type ListProps = {
  id: string
  field: TextElement
  people: readonly Person[]
  active: number
  onTake: (person: Person) => void
}

// Returns the ref for the list. Positions it above its field, or below if there's more room, and repositions it when
// the page scrolls or a keyboard opens. Scrolls to the active row.
function usePosition(field: TextElement, active: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = list
    if (!current) return
    const position = () => {
      const { top, bottom, left, width } = field.getBoundingClientRect()
      const view = window.visualViewport
      const above = top - (view?.offsetTop ?? 0)
      const below = (view ? view.offsetTop + view.height : innerHeight) - bottom
      const isAbove = above >= ROOM_PX || above > below
      current.style.left = `${left}px`
      current.style.width = `${width}px`
      current.style.maxHeight = `${(isAbove ? above : below) - 2 * GAP_PX}px`
      current.style.top = isAbove ? `${top - GAP_PX}px` : `${bottom + GAP_PX}px`
      current.style.translate = isAbove ? '0 -100%' : ''
    }
    current.showPopover?.()
    position()
    const moves = [
      [window, 'scroll'],
      [window, 'resize'],
      [window.visualViewport, 'resize'],
      [window.visualViewport, 'scroll'],
    ] as const
    for (const [target, name] of moves) target?.addEventListener(name, position, true)
    return () => {
      for (const [target, name] of moves) target?.removeEventListener(name, position, true)
    }
  }, [field])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return list
}

/** The list of names above its field. It's in the top layer, so no dialog clips it and no touch keyboard covers it. */
function SuggestionList({ id, field, people, active, onTake }: ListProps) {
  const list = usePosition(field, active)
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      popover="manual"
      className={styles.root}
      aria-label={m.shell_suggestions()}
    >
      {people.map((person, at) => (
        <button
          key={person.user_id}
          id={`${id}-${at}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={styles.suggestion}
          // Prevents the field from losing focus, so that a phone's keyboard stays open.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(person)}
        >
          <Avatar person={person} size={32} />
          <span>
            <b>
              <bdi>{getName(person)}</bdi>
            </b>
            <small>@{person.username}</small>
          </span>
        </button>
      ))}
    </div>
  )
}

// Returns the attributes that tell a screen reader about a field's list.
function describeList(id: string, isOpen: boolean, active: number) {
  return {
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen ? `${id}-${active}` : undefined,
  } as const
}

type Suggestions = { name: string; people: readonly Person[] }

const NO_SUGGESTIONS: Suggestions = { name: '', people: [] }

// Searches for the people whose names start with `name`, after a pause. Calls `found` once, unless it is stopped first.
function searchNames(name: string, found: (people: readonly Person[]) => void): () => void {
  const asking = new AbortController()
  let isAnswered = false
  const answer = (items: readonly Person[]) => {
    if (asking.signal.aborted) return
    isAnswered = true
    found(items)
  }
  const timer = setTimeout(() => {
    call('GET /api/people/names', { query: { q: name }, signal: asking.signal }).then(
      ({ items }) => answer(items),
      // Ignore errors, because people can type the name without suggestions.
      () => answer([]),
    )
  }, PAUSE_MS)
  // Stop waiting if the suggestions take too long.
  const late = setTimeout(() => isAnswered || found([]), ANSWER_MS)
  return () => {
    clearTimeout(timer)
    clearTimeout(late)
    asking.abort()
  }
}

// The suggestions for a name, and which of them is active.
function useSuggestions(name: string | null) {
  const [suggestions, setSuggestions] = useState(NO_SUGGESTIONS)
  const [active, setActive] = useState(0)
  // The action to run if Enter was pressed before the suggestions arrived.
  const waiting = useRef<(() => void) | null>(null)

  const found = useEffectEvent((requested: string, people: readonly Person[]) => {
    setSuggestions({ name: requested, people })
    setActive(0)
    // If there are names to choose from, Enter selects one, so an early Enter only shows them.
    if (people.length === 0) waiting.current?.()
    waiting.current = null
  })
  useEffect(() => {
    if (name === null) return
    const stop = searchNames(name, (people) => found(name, people))
    return () => {
      stop()
      waiting.current = null
    }
  }, [name])
  return {
    suggestions,
    active,
    setActive,
    /** Runs `act` if there turn out to be no suggestions for the name. */
    runIfNone: (act: () => void) => {
      waiting.current = act
    },
    clear: () => setSuggestions(NO_SUGGESTIONS),
  }
}

/**
 * Suggests names while someone types `@` and a prefix. Returns the field's listeners and the list. Does nothing unless
 * `enabled`.
 */
export function useMentionSuggestions(enabled: boolean) {
  const id = useId()
  const [typed, setTyped] = useState<{ field: TextElement; name: string } | null>(null)
  const name = typed?.name ?? null
  const { suggestions, active, setActive, runIfNone, clear } = useSuggestions(name)
  const { people } = suggestions
  const isOpen = typed !== null && people.length > 0

  const close = () => {
    setTyped(null)
    clear()
  }
  const look = ({ currentTarget: field }: SyntheticEvent<TextElement>) => {
    if (!enabled) return
    const next = typedIn(field)
    if (next === null) {
      if (typed) close()
    } else if (next !== name) setTyped({ field, name: next })
  }
  const take = (person: Person) => {
    if (!typed) return
    insert(typed.field, person.username)
    close()
  }
  /**
   * Handles a key press; returns whether the list consumed it. While suggestions are loading, Enter waits for them: it
   * then shows them, or calls `onEnter` if there are none.
   */
  const press = (event: KeyboardEvent<TextElement>, onEnter?: () => void): boolean => {
    if (isComposing(event)) return false
    const { key } = event
    const isKnown = suggestions.name === name
    const person = isKnown ? people[active] : undefined
    if (onEnter && key === 'Enter' && !event.shiftKey && name !== null && !isKnown) runIfNone(onEnter)
    else if (!isOpen) return false
    else if (key === 'ArrowDown') setActive((active + 1) % people.length)
    else if (key === 'ArrowUp') setActive((active - 1 + people.length) % people.length)
    else if ((key === 'Enter' || key === 'Tab') && !event.shiftKey && person) take(person)
    else if (key === 'Escape') close()
    else return false
    event.preventDefault()
    // Prevents Escape from closing a dialog around the field.
    event.stopPropagation()
    return true
  }
  return {
    press,
    field: enabled ? { onSelect: look, onBlur: close, ...describeList(id, isOpen, active) } : {},
    list: enabled && (
      <>
        {isOpen && (
          <SuggestionList id={id} field={typed.field} people={people} active={active} onTake={take} />
        )}
        <span className="sr-only" role="status">
          {isOpen && m.shell_suggestions_count({ count: people.length })}
        </span>
      </>
    ),
  }
}
