import { LIMITS } from '@nollie/contract/limits'
import { Search as Glass, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, nameOf } from '../../lib/names.ts'
import { go } from '../../lib/navigation.ts'
import { AppLink, Avatar, Button, IconButton, TypeGlyph } from '../../ui/index.ts'
import type { SearchAnswer, Shown } from './search-answer.ts'
import type { Search } from './use-search.ts'
import './search.css'

/** The panel outlives the focus so long that a press on one of its rows still counts. */
const HIDE_AFTER_MS = 200

type Option = { key: string; href: string; icon: ReactNode; title: string; text: string }

const peopleOf = ({ people }: SearchAnswer): Option[] =>
  people.items.map((person) => ({
    key: person.user_id,
    href: `/user/${person.user_id}`,
    icon: <Avatar person={person} size={44} />,
    title: nameOf(person, NAMELESS.card),
    text: `@${person.username}`,
  }))

const spotsOf = ({ spots }: SearchAnswer): Option[] =>
  spots.items.map(({ id, name, city, state, country, spot_type }) => ({
    key: id,
    href: `/spot/${id}`,
    icon: <TypeGlyph type={spot_type ?? 'other'} size={44} />,
    title: name,
    text: [city, state && state !== city ? state : country].filter(Boolean).join(', '),
  }))

type RowsProps = {
  title: string
  id: string
  options: readonly Option[]
  /** Of the first row among all of the panel. */
  from: number
  active: number
  onTake: () => void
}

function Rows({ title, id, options, from, active, onTake }: RowsProps) {
  if (options.length === 0) return null
  return (
    <section>
      <h2 id={`${id}-head`}>{title}</h2>
      <div role="listbox" id={id} aria-labelledby={`${id}-head`}>
        {options.map(({ key, href, icon, title: name, text }, at) => (
          <AppLink
            key={key}
            id={`${key}-found`}
            role="option"
            tabIndex={-1}
            aria-selected={from + at === active}
            className="search-row"
            href={href}
            onClick={onTake}
          >
            {icon}
            <span>
              <b>
                <bdi>{name}</bdi>
              </b>
              {text && <small>{text}</small>}
            </span>
          </AppLink>
        ))}
      </div>
    </section>
  )
}

function Note({ shown, retry }: { shown: Exclude<Shown, { kind: 'found' }>; retry: () => void }) {
  if (shown.kind === 'failed')
    return (
      <div className="search-note" role="alert">
        <p>{m.discover_search_failed()}</p>
        <Button variant="line" size="sm" onClick={retry}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  const words = {
    start: () => m.discover_search_start(),
    waiting: () => m.discover_search_waiting(),
    late: () => m.discover_search_late(),
    none: () => m.discover_search_none({ query: shown.kind === 'none' ? shown.q : '' }),
  }
  return (
    <p className="search-note" role="status">
      {words[shown.kind]()}
    </p>
  )
}

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

// What stands under the panel begins where it ends.
const measured = (panel: HTMLDivElement | null) => {
  const page = panel?.closest<HTMLElement>('.page')
  if (!panel || !page) return
  const observer = new ResizeObserver(() => page.style.setProperty('--panel-h', `${panel.offsetHeight}px`))
  observer.observe(panel)
  return () => observer.disconnect()
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
  const [active, setActive] = useState(-1)
  const focus = useOpen(onOpen)
  const answer = shown.kind === 'found' ? shown.answer : null
  const people = answer ? peopleOf(answer) : []
  const spots = answer ? spotsOf(answer) : []
  const options = [...people, ...spots]
  const lists = [people.length > 0 && `${id}-users`, spots.length > 0 && `${id}-spots`].filter(Boolean)
  const now = active < options.length ? options[active] : undefined
  const isListed = open && options.length > 0
  const hasMore = answer !== null && answer.people.count + answer.spots.count > options.length

  const clear = () => {
    type('')
    setActive(-1)
  }
  const taken = () => {
    clear()
    onOpen(false)
  }
  const move = (step: number) => {
    onOpen(true)
    if (options.length === 0) return
    // One place more than there are rows: the field itself, with what was typed.
    setActive((at) => ((at + 1 + step + options.length + 1) % (options.length + 1)) - 1)
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
      setActive(-1)
    }
  }
  useEffect(() => {
    if (now) document.getElementById(`${now.key}-found`)?.scrollIntoView({ block: 'nearest' })
  }, [now])
  return (
    <div className="search-place">
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
            setActive(-1)
            onOpen(true)
          }}
          onKeyDown={press}
          {...focus}
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
        <div ref={measured} className="search-panel" onPointerDown={(event) => event.preventDefault()}>
          {answer ? (
            <>
              <Rows
                title={m.discover_search_users()}
                id={`${id}-users`}
                options={people}
                from={0}
                active={active}
                onTake={taken}
              />
              <Rows
                title={m.discover_search_spots()}
                id={`${id}-spots`}
                options={spots}
                from={people.length}
                active={active}
                onTake={taken}
              />
              {hasMore && (
                <Button variant="plain" size="sm" wide tabIndex={-1} onClick={() => onOpen(false)}>
                  {m.discover_search_all()}
                </Button>
              )}
            </>
          ) : (
            <Note shown={shown as Exclude<Shown, { kind: 'found' }>} retry={retry} />
          )}
        </div>
      )}
    </div>
  )
}
