import type { AuditEntry, Person } from '@nollie/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { agoText } from '../../lib/text/ago-text.ts'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { listItems } from '../../lib/paging.ts'
import { AppLink, EmptyState, PagedList, Time } from '../../ui/index.ts'
import { decisionText } from './decision-text.ts'
import { logQuery } from './moderation-requests.ts'
import { kindLabel } from './kind-label.ts'
import { LoadingText } from './loading-text.tsx'
import styles from './moderation.module.css'

function who(person: Person | null) {
  return person ? getName(person, NAMELESS.card) : m.moderation_former_member()
}

type Names = { admin: string; person: string }
const OTHERS: Partial<Record<AuditEntry['act'], (names: Names) => string>> = {
  named_steward: m.stewards_log_appointed,
  ended_steward: m.stewards_log_dismissed,
  set_area: m.stewards_log_area,
  removed_area: m.stewards_log_area_removed,
  pinned: m.stewards_log_notice_posted,
  unpinned: m.stewards_log_notice_removed,
  applied_facts: m.stewards_log_facts,
  ended_settlement: m.stewards_log_unlocked,
  imported_area: m.imports_log_imported,
  cancelled_import: m.imports_log_cancelled,
  retried_import: m.imports_log_retried,
  undid_import: m.imports_log_undone,
}

function describeEntry({ act, action, admin, person, kind }: AuditEntry): string {
  const names = { admin: who(admin), person: who(person) }
  if (act === 'deleted')
    return m.moderation_log_deleted({
      ...names,
      subject: kind ? kindLabel(kind) : m.moderation_log_something(),
    })
  if (act === 'restored') return m.moderation_log_restored(names)
  if (act === 'merged') return admin ? m.moderation_log_merged(names) : m.moderation_log_merged_own(names)
  if (act === 'unmerged')
    return admin ? m.moderation_log_unmerged(names) : m.moderation_log_unmerged_own(names)
  if (act === 'suspended') return m.moderation_log_suspended(names)
  if (act === 'let_in') return m.moderation_log_unsuspended(names)
  if (act === 'upheld') return m.moderation_log_upheld(names)
  if (act === 'reversed') return m.moderation_log_reversed(names)
  const ofOthers = OTHERS[act]
  if (ofOthers) return ofOthers(names)
  return m.moderation_log_decided({ admin: names.admin, action: action ? decisionText(action).name : '' })
}

function LogRow({ entry, href }: { entry: AuditEntry; href: string | null }) {
  const subjectText = (
    <>
      <b>{describeEntry(entry)}</b>
      {entry.reason && (
        <span>
          <bdi>{entry.reason}</bdi>
        </span>
      )}
      <small>
        <Time at={entry.created_at}>{agoText(entry.created_at)}</Time>
      </small>
    </>
  )
  return href ? (
    <AppLink className={styles.modRow} href={href}>
      {subjectText}
    </AppLink>
  ) : (
    <div className={styles.modRow}>{subjectText}</div>
  )
}

/** The audit log of moderator actions, newest first. */
export function AuditLog({ buildHref }: { buildHref: (case_id: string) => string }) {
  const query = useInfiniteQuery(logQuery)
  const entries = listItems(query.data)
  const empty = (
    <EmptyState art="notFound" title={m.moderation_log_empty()}>
      {m.moderation_log_empty_text()}
    </EmptyState>
  )
  return (
    <PagedList
      query={query}
      count={entries.length}
      failed={m.moderation_log_failed()}
      skeleton={<LoadingText label={m.moderation_log_loading()} />}
      empty={empty}
      next={{ label: m.moderation_log_loading(), byHand: true }}
    >
      <ul className={styles.modRows}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <LogRow entry={entry} href={entry.case_id && buildHref(entry.case_id)} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}
