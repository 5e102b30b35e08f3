import type { SuspensionReason } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { dayText } from '../../lib/format.ts'
import { getPerson } from '../../lib/session.ts'
import { useSession } from '../../lib/use-session.ts'
import { ButtonLink } from '../../ui/index.ts'
import { useServerConfig } from '../../lib/server-config.ts'
import { kindLabel } from '../moderation/index.ts'
import { CardState } from '../settings/index.ts'
import { suspensionQuery } from './suspended-requests.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import { settingsLook } from '../settings/index.ts'
import styles from './suspended.module.css'

function Appeal({ appeal, appeal_token: token }: SuspensionReason) {
  if (!token) return null
  const href = `/appeal#token=${token}`
  if (!appeal)
    return (
      <ButtonLink href={href} variant="primary">
        {m.suspended_appeal()}
      </ButtonLink>
    )
  return (
    <>
      <p role="status">{appeal.outcome === 'upheld' ? m.suspended_upheld() : m.suspended_appealed()}</p>
      <ButtonLink href={href} variant="line" size="sm">
        {m.suspended_read()}
      </ButtonLink>
    </>
  )
}

function Reason(props: SuspensionReason) {
  const { reason, kind, decided_at } = props
  const date = dayText(decided_at)
  return (
    <li>
      <p className={settingsLook.meta}>
        {kind
          ? m.suspended_about({ subject: kindLabel(kind).toLowerCase(), date })
          : m.suspended_by_moderator({ date })}
      </p>
      <blockquote>
        <bdi>{reason}</bdi>
      </blockquote>
      <Appeal {...props} />
    </li>
  )
}

// If an appeal isn't possible here, people can email the operator.
function Ask() {
  const contact = useServerConfig()?.operator.contact
  if (!contact) return null
  const [before = '', after = ''] = m.suspended_contact({ contact }).split(contact)
  return (
    <p>
      {before}
      <a className={looks.link} href={`mailto:${contact}`}>
        {contact}
      </a>
      {after}
    </p>
  )
}

/** When and why the person was suspended, and how to appeal. */
export function SuspensionReasons() {
  const id = useId()
  const me = getPerson(useSession())
  const query = useQuery(suspensionQuery)
  const { suspended_at = null, reasons = [] } = query.data ?? {}
  return (
    <section className={styles.why} aria-labelledby={id}>
      <h1 id={id}>{m.suspended_title()}</h1>
      <p className={settingsLook.meta}>
        <bdi>@{me?.username}</bdi>
        {suspended_at && ` · ${m.suspended_since({ date: dayText(suspended_at) })}`}
      </p>
      <p>{m.suspended_text()}</p>
      <div className={classes(settingsLook.card, styles.card)}>
        <CardState query={query} failed={m.suspended_reason_failed()}>
          <div className={styles.reasons}>
            <h2>{m.suspended_reason()}</h2>
            {reasons.length > 0 ? (
              <ul>
                {reasons.map((reason) => (
                  <Reason key={reason.decided_at + reason.reason} {...reason} />
                ))}
              </ul>
            ) : (
              <p>{m.suspended_no_reason()}</p>
            )}
            {reasons.every(({ appeal_token }) => !appeal_token) && <Ask />}
          </div>
        </CardState>
      </div>
    </section>
  )
}
