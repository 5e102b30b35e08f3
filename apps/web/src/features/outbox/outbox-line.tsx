import { Send } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { useAllWaiting } from '../../lib/outbox/use-outbox.ts'
import { AppLink } from '../../ui/link.tsx'
import styles from './outbox.module.css'

/** A line on every screen that says entries are pending, with a link to them. */
export function OutboxLine() {
  const all = useAllWaiting()
  const refused = all.filter(({ state }) => state !== 'waiting').length
  // Rendered even when empty, because screen readers announce only changes to an existing status element.
  return (
    <div role="status">
      {all.length > 0 && (
        <AppLink href="/outbox" className={styles.line} data-refused={refused > 0 ? '' : undefined}>
          <Send size={16} aria-hidden="true" />
          {refused > 0 ? m.outbox_count_refused({ count: refused }) : m.outbox_count({ count: all.length })}
        </AppLink>
      )}
    </div>
  )
}
