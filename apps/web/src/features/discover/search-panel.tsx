import { type ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, nameOf } from '../../lib/names.ts'
import { cityAndState } from '../../lib/place-text.ts'
import { AppLink, Avatar, Button, TypeGlyph } from '../../ui/index.ts'
import type { SearchAnswer, Shown } from './search-answer.ts'

/** One row of the panel. */
export type Option = { key: string; href: string; icon: ReactNode; title: string; text: string }

/** The people of an answer as rows. */
export const peopleOf = ({ people }: SearchAnswer): Option[] =>
  people.items.map((person) => ({
    key: person.user_id,
    href: `/user/${person.user_id}`,
    icon: <Avatar person={person} size={44} />,
    title: nameOf(person, NAMELESS.card),
    text: `@${person.username}`,
  }))

/** The spots of an answer as rows. */
export const spotsOf = ({ spots }: SearchAnswer): Option[] =>
  spots.items.map(({ id, name, city, state, country, spot_type }) => ({
    key: id,
    href: `/spot/${id}`,
    icon: <TypeGlyph type={spot_type ?? 'other'} size={44} />,
    title: name,
    text: cityAndState({ city, state, country }),
  }))

type RowsProps = {
  title: string
  id: string
  options: readonly Option[]
  active: string | null
  onTake: () => void
}

function Rows({ title, id, options, active, onTake }: RowsProps) {
  if (options.length === 0) return null
  return (
    <section>
      <h2 id={`${id}-head`}>{title}</h2>
      <div role="listbox" id={id} aria-labelledby={`${id}-head`}>
        {options.map(({ key, href, icon, title: name, text }) => (
          <AppLink
            key={key}
            id={`${key}-found`}
            role="option"
            tabIndex={-1}
            aria-selected={key === active}
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
  const counts = {
    start: () => m.discover_search_start(),
    waiting: () => m.discover_search_waiting(),
    late: () => m.discover_search_late(),
    none: () => m.discover_search_none({ query: shown.kind === 'none' ? shown.q : '' }),
  }
  return (
    <p className="search-note" role="status">
      {counts[shown.kind]()}
    </p>
  )
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
  id: string
  shown: Shown
  people: readonly Option[]
  spots: readonly Option[]
  /** The key of the row the keyboard is on. */
  active: string | null
  onTake: () => void
  onAll: () => void
  retry: () => void
}

/** What a search finds while it is typed: up to five people and five spots, or why there are none (DISC-04, DISC-05). */
export function SearchPanel({ id, shown, people, spots, active, onTake, onAll, retry }: Props) {
  const isMore =
    shown.kind === 'found' &&
    shown.answer.people.count + shown.answer.spots.count > people.length + spots.length
  return (
    <div ref={measured} className="search-panel" onPointerDown={(event) => event.preventDefault()}>
      {shown.kind === 'found' ? (
        <>
          <div className="search-rows">
            <Rows
              title={m.discover_search_users()}
              id={`${id}-users`}
              options={people}
              active={active}
              onTake={onTake}
            />
            <Rows
              title={m.discover_search_spots()}
              id={`${id}-spots`}
              options={spots}
              active={active}
              onTake={onTake}
            />
          </div>
          {isMore && (
            <Button variant="plain" size="sm" wide tabIndex={-1} onClick={onAll}>
              {m.discover_search_all()}
            </Button>
          )}
        </>
      ) : (
        <Note shown={shown} retry={retry} />
      )}
    </div>
  )
}
