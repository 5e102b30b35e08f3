import type { Box } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Pin, ShieldCheck } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { AppLink } from '../../ui/index.ts'
import { areasInViewQuery } from './steward-requests.ts'
import styles from './stewards.module.css'

/**
 * One area in view that somebody cares for: the smallest to which something is pinned now, else the smallest; nothing where
 * there is none.
 */
export function AreasInView({ box }: { box: Box }) {
  const { data } = useQuery(areasInViewQuery(box))
  const areas = data?.items ?? []
  const area = areas.find(({ bulletins }) => bulletins.length > 0) ?? areas[0]
  if (!area) return null
  const [bulletin] = area.bulletins
  return (
    <AppLink className={styles.inView} href={`/areas/${area.id}`}>
      {bulletin ? <Pin size={18} aria-hidden="true" /> : <ShieldCheck size={18} aria-hidden="true" />}
      <span className={styles.inViewText}>
        <b>
          <bdi>{area.name}</bdi>
        </b>
        <bdi>{bulletin ? bulletin.content : m.stewards_area_of()}</bdi>
      </span>
      <ChevronRight size={18} aria-hidden="true" />
    </AppLink>
  )
}
