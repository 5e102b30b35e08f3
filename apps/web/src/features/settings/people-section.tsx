import type { Person } from '@nollie/contract'
import type { ComponentProps, ComponentType } from 'react'
import { m } from '../../i18n/messages.ts'
import { getName } from '../../lib/text/person-name.ts'
import { Avatar, Button, PagedList } from '../../ui/index.ts'
import { cardStates, Row, Section } from './section.tsx'
import styles from './settings.module.css'

/** A person in one of the viewer's lists; `user` is null if the viewer can't see them. */
export type Listed = { user_id: string; user: Person | null }

/** Returns the name of a person in a list; a general word if the viewer can't see them. */
export function getListedName({ user }: Listed): string {
  return getName(user, m.settings_blocked_nameless())
}

type RowProps = {
  person: Listed
  label: string
  /** The button's name for screen readers, with the person's name. */
  fullLabel: string
  isBusy: boolean
  onRemove: () => void
}

/** A person's row, with a button that removes them from the list. */
export function PersonRow({ person, label, fullLabel, isBusy, onRemove }: RowProps) {
  const name = getListedName(person)
  return (
    <li>
      <Row
        icon={<Avatar person={person.user ?? { username: name }} size={44} />}
        title={<bdi>{name}</bdi>}
        action={
          <Button
            variant="line"
            size="sm"
            aria-label={fullLabel}
            busy={isBusy && m.shell_loading()}
            onClick={onRemove}
          >
            {label}
          </Button>
        }
      >
        {person.user && `@${person.user.username}`}
      </Row>
    </li>
  )
}

type Props = {
  id: string
  title: string
  /** The texts to show if the list couldn't be loaded, and if it's empty. */
  words: { failed: string; none: string }
  query: ComponentProps<typeof PagedList>['query']
  people: readonly Listed[]
  Item: ComponentType<{ person: Listed }>
}

/** A paginated list of people whom the viewer has blocked or muted. */
export function PeopleSection({ id, title, words, query, people, Item }: Props) {
  return (
    <Section id={id} title={title}>
      <PagedList
        {...cardStates(words.failed)}
        query={query}
        count={people.length}
        empty={<p className={styles.text}>{words.none}</p>}
        next={{ label: m.settings_loading(), failed: m.settings_blocked_next_failed(), byHand: true }}
      >
        <ul aria-label={title}>
          {people.map((person) => (
            <Item key={person.user_id} person={person} />
          ))}
        </ul>
      </PagedList>
    </Section>
  )
}
