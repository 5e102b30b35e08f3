import { type ComponentProps, type ReactNode, useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Loaded, Loading, Skeleton } from '../../ui/index.ts'
import styles from './settings.module.css'

/** A settings section: a title and a card. The list of sections links to `id`. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const name = useId()
  return (
    <section id={id} className={styles.part} tabIndex={-1} aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      <div className={styles.card}>{children}</div>
    </section>
  )
}

/** A row in a card, with a label, a value, and an action. */
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
    <div className={styles.row}>
      {icon}
      <div className={styles.info}>
        <b>{title}</b>
        {children && <div className={styles.meta}>{children}</div>}
      </div>
      {action}
    </div>
  )
}

/** Returns the loading and error states for a settings card. */
export function cardStates(failed: string) {
  return {
    failed: (retry: () => void) => (
      <div role="alert">
        <Row
          title={failed}
          action={
            <Button variant="line" size="sm" onClick={retry}>
              {m.shell_retry()}
            </Button>
          }
        >
          {m.settings_failed_text()}
        </Row>
      </div>
    ),
    skeleton: (
      <div className={styles.skeleton}>
        <Loading label={m.settings_loading()}>
          <Skeleton className={styles.rowSkeleton} />
        </Loading>
      </div>
    ),
  }
}

type StateProps = Pick<ComponentProps<typeof Loaded>, 'query' | 'children'> & { failed: string }

/** A card's content, or its loading or error state. */
export function CardState({ query, failed, children }: StateProps) {
  return (
    <Loaded query={query} {...cardStates(failed)}>
      {children}
    </Loaded>
  )
}
