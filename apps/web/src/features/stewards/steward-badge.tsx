import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { AppLink } from '../../ui/index.ts'
import { areasOfPersonQuery } from './steward-requests.ts'
import styles from './stewards.module.css'

/** The areas that a person stewards. Renders nothing for everyone else. */
export function StewardBadges({ userId }: { userId: string }) {
  const { data } = useQuery(areasOfPersonQuery(userId))
  if (!data || data.items.length === 0) return null
  return (
    <p className={styles.badges}>
      {data.items.map(({ id, name }) => (
        <AppLink key={id} className={styles.badge} href={`/areas/${id}`}>
          <ShieldCheck size={16} aria-hidden="true" />
          <span>{m.stewards_badge({ area: name })}</span>
        </AppLink>
      ))}
    </p>
  )
}
