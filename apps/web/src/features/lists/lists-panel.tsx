import type { List } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { ListOrdered, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { AppLink, Button, EmptyState, Loaded, Loading, Photo, Skeleton } from '../../ui/index.ts'
import { ListFormDialog } from './list-form-dialog.tsx'
import { ownListsQuery, personListsQuery } from './list-requests.ts'
import { spotsText } from './spots-text.ts'
import { VisibilityMark } from './visibility-choice.tsx'
import styles from './lists.module.css'
import { useLiveLists } from './use-live-lists.ts'

function ListLink({ list, own }: { list: List; own: boolean }) {
  const { id, name, photo, spots_count, visibility, crew } = list
  return (
    <AppLink className={styles.card} href={`/lists/${id}`}>
      <span className={styles.cover}>
        {photo ? (
          <Photo media={photo} alt="" square className={styles.fill} />
        ) : (
          <ListOrdered aria-hidden="true" />
        )}
      </span>
      <span className={styles.about}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          {spotsText(spots_count)}
          {own && <VisibilityMark {...{ visibility, crew }} />}
        </small>
      </span>
    </AppLink>
  )
}

function Cards({ children }: { children: ReactNode }) {
  return (
    <ul className={styles.cards} aria-label={m.lists_title()}>
      {children}
    </ul>
  )
}

function skeleton() {
  return (
    <Loading label={m.lists_loading()}>
      <Skeleton className={styles.rowSkeleton} />
    </Loading>
  )
}

/** The viewer's lists, with a button to create one. */
export function OwnListsPanel() {
  useLiveLists()
  const query = useQuery(ownListsQuery)
  const [isMaking, setMaking] = useState(false)
  const lists = query.data ?? []
  return (
    <div className={styles.panel}>
      <Button icon={<Plus aria-hidden="true" />} variant="primary" onClick={() => setMaking(true)}>
        {m.lists_new()}
      </Button>
      <Loaded query={query} failed={m.lists_failed()} skeleton={skeleton()}>
        <Cards>
          {lists.map((list) => (
            <li key={list.id}>
              <ListLink list={list} own />
            </li>
          ))}
        </Cards>
        {lists.length === 0 && (
          <EmptyState art="spots" title={m.lists_empty()}>
            {m.lists_empty_text()}
          </EmptyState>
        )}
      </Loaded>
      {isMaking && (
        <ListFormDialog
          list={null}
          onSaved={({ id }) => go(`/lists/${id}`)}
          onClosed={() => setMaking(false)}
        />
      )}
    </div>
  )
}

/** A person's public lists. */
export function PersonListsPanel({ user_id }: { user_id: string }) {
  const query = useQuery(personListsQuery(user_id))
  const lists = query.data ?? []
  return (
    <div className={styles.panel}>
      <Loaded query={query} failed={m.lists_failed()} skeleton={skeleton()}>
        {lists.length === 0 ? (
          <EmptyState art="spots" title={m.lists_empty_public()} />
        ) : (
          <Cards>
            {lists.map((list) => (
              <li key={list.id}>
                <ListLink list={list} own={false} />
              </li>
            ))}
          </Cards>
        )}
      </Loaded>
    </div>
  )
}
