import type { AreaInView, Box } from '@nollie/contract'
import type { Corner } from '@nollie/contract/stewards/area-shape'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Pin, ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { classes } from '../../lib/classes.ts'
import { AppLink } from '../../ui/index.ts'
import { areasInViewQuery } from './steward-requests.ts'
import styles from './stewards.module.css'

/** The map behind the list. */
type Outlined = { setAreas: (areas: readonly (readonly Corner[])[]) => void }

/** An area in view, with its pinned notices. */
function AreaPill({ area }: { area: AreaInView }) {
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

/**
 * Outlines the stewarded areas in view on the map, and lists them. Only one area is visible in the list: the smallest
 * one with a pinned notice, or else the smallest one. Screen readers get the others, too.
 */
export function AreasInView({ box, map }: { box: Box; map: Outlined | null }) {
  const { data } = useQuery(areasInViewQuery(box))
  const areas = data?.items
  useEffect(() => {
    map?.setAreas(areas?.map(({ corners }) => corners) ?? [])
  }, [map, areas])
  const seen = areas?.find(({ bulletins }) => bulletins.length > 0) ?? areas?.[0]
  if (!areas || !seen) return null
  const others = areas.filter((area) => area !== seen)
  return (
    <>
      <AreaPill area={seen} />
      {others.length > 0 && (
        <ul className={classes('sr-only', styles.otherAreas)} aria-label={m.stewards_other_areas()}>
          {others.map(({ id, name }) => (
            <li key={id}>
              <AppLink href={`/areas/${id}`}>
                <bdi>{name}</bdi>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
