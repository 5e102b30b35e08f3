import { Send } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { useAllWaiting } from '../../lib/waiting/list.ts'
import { AppLink } from '../../ui/link.tsx'
import styles from './outbox.module.css'

/** Says in the frame of every screen that something waits, and leads to it; renders nothing otherwise. */
export function OutboxLine() {
  const all = useAllWaiting()
  if (all.length === 0) return null
  const refused = all.filter(({ state }) => state !== 'waiting').length
  return (
    <div role="status">
      <AppLink href="/outbox" className={styles.line} data-refused={refused > 0 ? '' : undefined}>
        <Send size={16} aria-hidden="true" />
        {refused > 0 ? m.outbox_count_refused({ count: refused }) : m.outbox_count({ count: all.length })}
      </AppLink>
    </div>
  )
}
