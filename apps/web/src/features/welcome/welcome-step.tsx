import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Note } from '../../ui/index.ts'
import styles from './welcome.module.css'

/** Called before the step changes; resolve with false to stay. */
export type Leave = () => Promise<boolean>

/** Props of every step; `onLeave` registers a {@link Leave}. */
export type StepProps = { onLeave: (leave: Leave) => void }

type Props = {
  text: string
  /** The query of the step's content. */
  query?: Pick<UseQueryResult, 'isPending' | 'isError' | 'refetch'>
  children: ReactNode
}

/** The body of a step: its purpose, and its content or the state of the query. */
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
