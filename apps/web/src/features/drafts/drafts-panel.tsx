import type { Draft } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { Camera, EyeOff } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { ButtonLink, EmptyState, Loaded, Loading, Skeleton } from '../../ui/index.ts'
import type { Waiting } from '../../lib/outbox/use-outbox.ts'
import { DraftCard } from './draft-card.tsx'
import { draftsQuery } from './draft-requests.ts'
import { WaitingCard } from './outbox-draft-card.tsx'
import { useWaitingDrafts, type WaitingDraft } from './outbox-drafts.ts'
import styles from './drafts.module.css'

/** The path that opens the camera for a quick drop. */
const DROP_NOW = '/quick-drop?now=1'

function skeleton() {
  return (
    <Loading label={m.drafts_loading()}>
      <div className={styles.list}>
        <Skeleton className={styles.skeleton} />
        <Skeleton className={styles.skeleton} />
      </div>
    </Loading>
  )
}

function DropLink() {
  return (
    <ButtonLink href={DROP_NOW} variant="ink" icon={<Camera aria-hidden="true" />}>
      {m.drafts_quick_save()}
    </ButtonLink>
  )
}

type ListProps = { drafts: readonly Draft[]; waiting: readonly Waiting<WaitingDraft>[] }

function Drafts({ drafts, waiting }: ListProps) {
  return (
    <ul className={styles.list} aria-label={m.drafts_title()}>
      {waiting.map((entry) => (
        <li key={entry.id}>
          <WaitingCard entry={entry} />
        </li>
      ))}
      {drafts.map((draft) => (
        <li key={draft.id}>
          <DraftCard draft={draft} />
        </li>
      ))}
    </ul>
  )
}

/** The viewer's drafts, newest first. `withDrop` adds a link for creating one. */
export function DraftsPanel({ withDrop = false }: { withDrop?: boolean }) {
  const query = useQuery(draftsQuery)
  const drafts = query.data ?? []
  const waiting = useWaitingDrafts().toReversed()
  const isEmpty = drafts.length + waiting.length === 0
  return (
    <div className={styles.root}>
      <div className={styles.top}>
        <p className={styles.private}>
          <EyeOff size={18} aria-hidden="true" />
          {m.drafts_private()}
        </p>
        {withDrop && !isEmpty && <DropLink />}
      </div>
      {!isEmpty && <Drafts drafts={drafts} waiting={waiting} />}
      <Loaded query={query} failed={m.drafts_failed()} skeleton={skeleton()}>
        {isEmpty && (
          <EmptyState art="spots" title={m.drafts_empty()} action={withDrop && <DropLink />}>
            {m.drafts_empty_text()}
          </EmptyState>
        )}
      </Loaded>
    </div>
  )
}
