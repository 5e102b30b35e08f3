import type { CaseSummary } from '@nollie/contract'
import type { CaseList as CaseStatus } from '@nollie/contract/moderation/moderation-types'
import { useAgo } from '../../lib/text/ago-text.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { listItems } from '../../lib/paging.ts'
import { AppLink, EmptyState, PagedList, Time } from '../../ui/index.ts'
import { reportTypeLabel } from '../reports/index.ts'
import { casesQuery } from './moderation-requests.ts'
import { kindLabel } from './kind-label.ts'
import { LoadingText } from './loading-text.tsx'
import styles from './moderation.module.css'

const EMPTY: Record<CaseStatus, { title: () => string; text: () => string }> = {
  open: { title: m.moderation_open_empty, text: m.moderation_open_empty_text },
  appealed: { title: m.moderation_appeals_empty, text: m.moderation_appeals_empty_text },
  closed: { title: m.moderation_closed_empty, text: m.moderation_closed_empty_text },
}

function countText(count: number) {
  return count === 0 ? m.moderation_reports_none() : m.moderation_reports({ count })
}

function CaseRow({ found, href, current }: { found: CaseSummary; href: string; current: boolean }) {
  const ago = useAgo(found.created_at)
  return (
    <AppLink className={styles.modRow} href={href} aria-current={current ? 'true' : undefined}>
      <span className={styles.modRowHead}>
        <b>{kindLabel(found.kind)}</b>
        <small>
          <Time at={found.created_at}>{ago}</Time>
        </small>
      </span>
      <span className={styles.modRowText}>
        <bdi>{found.words || m.moderation_no_text()}</bdi>
      </span>
      <span className={styles.modRowTypes}>
        {found.report_types.map((type) => (
          <span key={type} className={styles.modTag}>
            {reportTypeLabel(type)}
          </span>
        ))}
        <small>{countText(found.reports_count)}</small>
      </span>
    </AppLink>
  )
}

type Props = {
  status: CaseStatus
  /** If set, only lists cases about this person's content. */
  ownerId?: string
  current: string | null
  buildHref: (case_id: string) => string
}

/** A list of open, appealed, or closed cases. */
export function CaseList({ status, ownerId, current, buildHref }: Props) {
  const query = useInfiniteQuery(casesQuery(status, ownerId))
  const cases = listItems(query.data)
  const empty = ownerId ? (
    <p className={styles.modNote}>{m.moderation_member_no_decisions()}</p>
  ) : (
    <EmptyState art="notFound" title={EMPTY[status].title()}>
      {EMPTY[status].text()}
    </EmptyState>
  )
  return (
    <PagedList
      query={query}
      count={cases.length}
      failed={m.moderation_failed()}
      skeleton={<LoadingText label={m.moderation_loading()} />}
      empty={empty}
      next={{ label: m.moderation_loading(), byHand: true }}
    >
      <ul className={styles.modRows}>
        {cases.map((found) => (
          <li key={found.id}>
            <CaseRow found={found} href={buildHref(found.id)} current={found.id === current} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}
