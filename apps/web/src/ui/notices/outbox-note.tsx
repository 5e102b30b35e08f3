import { m } from '../../i18n/messages.ts'
import type { WaitingState } from '../../lib/outbox/use-outbox.ts'
import { AppLink } from '../link.tsx'
import { looks } from '../looks.ts'

/** Marks an unsent item as pending in the outbox, with a link to the outbox. */
export function OutboxNote({ state }: { state: WaitingState }) {
  return (
    <AppLink href="/outbox" className={looks.link}>
      {state === 'waiting' ? m.outbox_waiting() : m.outbox_not_sent()}
    </AppLink>
  )
}
