import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/index.ts'

/** Leaves a step; false: the person is to stay. */
export type Leave = () => Promise<boolean>

/** What every step gets: a way to say what happens before it is left. */
export type StepProps = { onLeave: (leave: Leave) => void }

type Props = {
  text: string
  /** What the step shows. */
  query?: Pick<UseQueryResult, 'isPending' | 'isError' | 'refetch'>
  children: ReactNode
}

/** The body of a step: what it is for, and its content, or what stands in its place. */
export function Step({ text, query, children }: Props) {
  return (
    <div className="welcome-step">
      <p className="text-ink-2">{text}</p>
      {query?.isPending && <p role="status">{m.welcome_loading()}</p>}
      {query?.isError && (
        <p role="alert" className="welcome-failed">
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
