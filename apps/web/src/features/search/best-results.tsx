import { type ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { cityAndState } from '../../lib/places/place-text.ts'
import { AppLink, Avatar, Button, TypeGlyph } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import type { SearchAnswer, Shown } from './shown-results.ts'
import styles from './best-results.module.css'
import searchStyles from './search.module.css'

/** A row in the panel. */
export type Option = { key: string; href: string; icon: ReactNode; title: string; text: string }

/** Converts the people in a response to rows. */
export function toPersonRows({ people }: SearchAnswer): Option[] {
  return people.items.map((person) => ({
    key: person.user_id,
    href: `/user/${person.user_id}`,
    icon: <Avatar person={person} size={44} />,
    title: getName(person, NAMELESS.card),
    text: `@${person.username}`,
  }))
}

/** Converts the spots in a response to rows. */
export function toSpotRows({ spots }: SearchAnswer): Option[] {
  return spots.items.map(({ id, name, city, state, country, spot_type }) => ({
    key: id,
    href: `/spot/${id}`,
    icon: <TypeGlyph type={spot_type ?? 'other'} size={44} />,
    title: name,
    text: cityAndState({ city, state, country }),
  }))
}

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
            className={styles.row}
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
      <div className={searchStyles.note} role="alert">
        <p>{m.search_failed()}</p>
        <Button variant="line" size="sm" onClick={retry}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  const counts = {
    start: () => m.search_start(),
    waiting: () => m.search_loading(),
    late: () => m.search_timed_out(),
    none: () => m.search_none({ query: shown.kind === 'none' ? shown.q : '' }),
  }
  return (
    <p className={searchStyles.note} role="status">
      {counts[shown.kind]()}
    </p>
  )
}

// Publishes the panel's height, because the content below starts where the panel ends.
function measured(panel: HTMLDivElement | null) {
  const page = panel?.closest<HTMLElement>(`.${looks.page}`)
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
  /** The key of the row that is selected with the keyboard. */
  active: string | null
  onTake: () => void
  onAll: () => void
  retry: () => void
}

/** Results shown while the person types: up to five people and five spots, or why there are none (DISC-04, DISC-05). */
export function BestResults({ id, shown, people, spots, active, onTake, onAll, retry }: Props) {
  const isMore =
    shown.kind === 'found' &&
    shown.answer.people.count + shown.answer.spots.count > people.length + spots.length
  return (
    <div ref={measured} className={styles.root} onPointerDown={(event) => event.preventDefault()}>
      {shown.kind === 'found' ? (
        <>
          <div className={searchStyles.rows}>
            <Rows
              title={m.search_users()}
              id={`${id}-users`}
              options={people}
              active={active}
              onTake={onTake}
            />
            <Rows
              title={m.search_spots()}
              id={`${id}-spots`}
              options={spots}
              active={active}
              onTake={onTake}
            />
          </div>
          {isMore && (
            <Button variant="plain" size="sm" wide tabIndex={-1} onClick={onAll}>
              {m.search_all()}
            </Button>
          )}
        </>
      ) : (
        <Note shown={shown} retry={retry} />
      )}
    </div>
  )
}
