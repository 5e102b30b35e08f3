import type { StewardWork } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { dayText } from '../../lib/format.ts'
import { AppLink, Button, EmptyState, Time } from '../../ui/index.ts'
import { fieldNames } from '../facts/index.ts'
import { reportTypeLabel } from '../reports/index.ts'
import { AreaPage } from './area-page-frame.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { workQuery } from './steward-requests.ts'
import styles from './stewards.module.css'

type Report = StewardWork['reports'][number]
type AppealRow = StewardWork['appeals'][number]

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const id = useId()
  if (count === 0) return null
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.cards}>{children}</ul>
    </section>
  )
}

function SpotLink({ spot }: { spot: { id: string; name: string } }) {
  return (
    <AppLink href={`/spots/${spot.id}`}>
      <b>
        <bdi>{spot.name}</bdi>
      </b>
    </AppLink>
  )
}

// The name is already shown above, unless it was different when the spot was reported.
function textWithoutName(text: string, name: string): string {
  return text.startsWith(`${name}\n`) ? text.slice(name.length + 1) : text === name ? '' : text
}

function ReportCard({ report }: { report: Report }) {
  const [asked, setAsked] = useState<'keep' | 'remove' | null>(null)
  const { case_id, spot, words, reports, created_at } = report
  const text = textWithoutName(words, spot.name)
  return (
    <li className={styles.card}>
      <SpotLink spot={spot} />
      {text && (
        <p className={styles.content} dir="auto">
          {text}
        </p>
      )}
      <ul className={styles.reasons}>
        {reports.map(({ report_type, description }, n) => (
          // Reports have no ids, and their order doesn't change.
          <li key={`${case_id} ${n}`}>
            {reportTypeLabel(report_type)}
            {description && <bdi>: {description}</bdi>}
          </li>
        ))}
      </ul>
      <p className={styles.meta}>
        <Time at={created_at}>{dayText(created_at)}</Time>
      </p>
      <div className={styles.acts}>
        <Button variant="line" size="sm" onClick={() => setAsked('keep')}>
          {m.stewards_keep()}
        </Button>
        <Button variant="danger" size="sm" onClick={() => setAsked('remove')}>
          {m.stewards_remove()}
        </Button>
      </div>
      {asked && (
        <ReasonDialog
          about={`case.${case_id}`}
          title={asked === 'keep' ? m.stewards_keep_title() : m.stewards_remove_title()}
          text={asked === 'keep' ? m.stewards_keep_text() : m.stewards_remove_text()}
          confirm={asked === 'keep' ? m.stewards_keep() : m.stewards_remove()}
          isDanger={asked === 'remove'}
          send={(reason) =>
            call('POST /api/stewards/cases/:case_id/decision', {
              params: { case_id },
              body: { action: asked, reason },
            })
          }
          successText={m.stewards_decided()}
          onClosed={() => setAsked(null)}
        />
      )}
    </li>
  )
}

function AppealCard({ row }: { row: AppealRow }) {
  const [asked, setAsked] = useState<'upheld' | 'reversed' | null>(null)
  const { case_id, spot, reason, appeal } = row
  return (
    <li className={styles.card}>
      <SpotLink spot={spot} />
      <p className={styles.meta}>{m.stewards_decision_reason({ reason })}</p>
      <p className={styles.content} dir="auto">
        {appeal.words}
      </p>
      <div className={styles.acts}>
        <Button variant="line" size="sm" onClick={() => setAsked('upheld')}>
          {m.stewards_uphold()}
        </Button>
        <Button variant="line" size="sm" onClick={() => setAsked('reversed')}>
          {m.stewards_reverse()}
        </Button>
      </div>
      {asked && (
        <ReasonDialog
          about={`appeal.${case_id}`}
          title={asked === 'upheld' ? m.stewards_uphold() : m.stewards_reverse()}
          text={m.stewards_reply_text()}
          label={m.stewards_reply()}
          confirm={m.stewards_reply_send()}
          send={(answer) =>
            call('POST /api/stewards/cases/:case_id/appeal', {
              params: { case_id },
              body: { outcome: asked, answer },
            })
          }
          successText={m.stewards_reply_sent()}
          onClosed={() => setAsked(null)}
        />
      )}
    </li>
  )
}

function Work({ work }: { work: StewardWork }) {
  const { reports, suggestions, appeals, doubtful } = work
  if (reports.length + suggestions.length + appeals.length + doubtful.length === 0)
    return (
      <EmptyState art="spots" title={m.stewards_work_empty()}>
        {m.stewards_work_empty_text()}
      </EmptyState>
    )
  return (
    <div className={styles.area}>
      <Part title={m.stewards_work_reports()} count={reports.length}>
        {reports.map((report) => (
          <ReportCard key={report.case_id} report={report} />
        ))}
      </Part>
      <Part title={m.stewards_work_appeals()} count={appeals.length}>
        {appeals.map((row) => (
          <AppealCard key={row.case_id} row={row} />
        ))}
      </Part>
      <Part title={m.stewards_work_suggestions()} count={suggestions.length}>
        {suggestions.map(({ change_id, spot, fields, created_at }) => (
          <li key={change_id} className={styles.card}>
            <SpotLink spot={spot} />
            <p>{fieldNames(fields)}</p>
            <p className={styles.meta}>
              <Time at={created_at}>{dayText(created_at)}</Time>
            </p>
          </li>
        ))}
      </Part>
      <Part title={m.stewards_work_unconfirmed()} count={doubtful.length}>
        {doubtful.map(({ id, name, confirmed_at }) => (
          <li key={id} className={styles.card}>
            <SpotLink spot={{ id, name }} />
            <p className={styles.meta}>
              {confirmed_at
                ? m.stewards_confirmed({ day: dayText(confirmed_at) })
                : m.stewards_never_confirmed()}
            </p>
          </li>
        ))}
      </Part>
    </div>
  )
}

/** `/areas/{id}/work`: the pending work for an area's stewards. */
export function WorkScreen({ areaId }: { areaId: string }) {
  const query = useQuery(workQuery(areaId))
  return (
    <AreaPage
      query={query}
      title={query.data ? m.stewards_work_in({ area: query.data.area.name }) : m.stewards_work()}
      backTo={`/areas/${areaId}`}
      skeleton={styles.skeleton}
      isMissing={query.error instanceof ApiError && query.error.status === 404}
      missing={{ title: m.stewards_work_forbidden(), text: m.stewards_work_forbidden_text() }}
    >
      {(work) => <Work work={work} />}
    </AreaPage>
  )
}
