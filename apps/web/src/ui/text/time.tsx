import type { ReactNode } from 'react'
import { dateFormat } from '../../lib/format.ts'

const exactText = dateFormat({ dateStyle: 'full', timeStyle: 'short' })

type Props = {
  at: string
  className?: string | undefined
  /** The short text, e.g. `2h ago`. */
  children: ReactNode
}

/** A time in short form, with the full date and time as a tooltip. */
export function Time({ at, className, children }: Props) {
  return (
    <time className={className} dateTime={at} title={exactText(at)}>
      {children}
    </time>
  )
}
