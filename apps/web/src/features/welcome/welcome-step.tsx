import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Note } from '../../ui/index.ts'
import styles from './welcome.module.css'

/** Called before the step changes. Resolve to false to stay on the current step. */
export type Leave = () => Promise<boolean>

/** Props for every step; `onLeave` registers a {@link Leave}. */
export type StepProps = { onLeave: (leave: Leave) => void }

type Props = {
  text: string
  /** The query that loads the step's content. */
  query?: Pick<UseQueryResult, 'isPending' | 'isError' | 'refetch'>
  children: ReactNode
}

/** A step's content: what the step is for, and its items or the query's state. */
export function WelcomeStep({ text, query, children }: Props) {
  return (
    <div className={styles.step}>
      <Note>{text}</Note>
      {query?.isPending && <p role="status">{m.welcome_loading()}</p>}
      {query?.isError && (
        <p role="alert" className={styles.failed}>
          {m.welcome_failed()}
          <Button variant="line" size="sm" onClick={() => void query.refetch()}>
            {m.shell_retry()}
          </Button>
        </p>
      )}
      {children}
    </div>
  )
}
