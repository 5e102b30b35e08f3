import { type ReactNode, useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Loading, Skeleton } from '../../ui/index.ts'
import './settings.css'

/** One part of the settings: its name and a card; `id` is where the list of parts leads. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const name = useId()
  return (
    <section id={id} className="settings-part" tabIndex={-1} aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      <div className="settings-card">{children}</div>
    </section>
  )
}

/** One line of a card: label, value, action. */
export function Row({
  title,
  icon,
  children,
  action,
}: {
  title: ReactNode
  icon?: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="settings-row">
      {icon}
      <div className="settings-info">
        <b>{title}</b>
        {children && <div className="settings-meta">{children}</div>}
      </div>
      {action}
    </div>
  )
}

type Query = { data: unknown; isError: boolean; fetchStatus: string; refetch: () => unknown }

/** What stands in a card while its content is on its way or failed; else the content. */
export function CardState({
  query,
  failed,
  children,
}: {
  query: Query
  failed: string
  children: ReactNode
}) {
  if (query.data !== undefined) return children
  if (query.isError || query.fetchStatus === 'paused')
    return (
      <div role="alert">
        <Row
          title={failed}
          action={
            <Button variant="line" size="sm" onClick={() => void query.refetch()}>
              {m.shell_retry()}
            </Button>
          }
        >
          {m.settings_failed_text()}
        </Row>
      </div>
    )
  return (
    <div className="settings-skeleton">
      <Loading label={m.settings_loading()}>
        <Skeleton className="h-12" />
      </Loading>
    </div>
  )
}
