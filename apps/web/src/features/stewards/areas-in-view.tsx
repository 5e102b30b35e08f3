import type { AreaInView, Box } from '@nollie/contract'
import type { Corner } from '@nollie/contract/stewards/area-shape'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Pin, ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { classes } from '../../lib/classes.ts'
import { AppLink } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { areasInViewQuery } from './steward-requests.ts'
import styles from './stewards.module.css'

/** The map behind the list. */
type Outlined = { setAreas: (areas: readonly (readonly Corner[])[]) => void }

function hasNotice({ bulletins }: AreaInView): boolean {
  return bulletins.length > 0
}

/** An area in view with its first pinned notice. */
function AreaPill({ area }: { area: AreaInView }) {
  return (
    <AppLink className={styles.inView} href={`/areas/${area.id}`}>
      <Pin size={18} aria-hidden="true" />
      <span className={styles.inViewText}>
        <b>
          <bdi>{area.name}</bdi>
        </b>
        <bdi>{area.bulletins[0]?.content}</bdi>
      </span>
      <ChevronRight size={18} aria-hidden="true" />
    </AppLink>
  )
}

type Props = { box: Box; map: Outlined | null }

function Links({ areas, label }: { areas: readonly AreaInView[]; label: string }) {
  return (
    <ul className={classes('sr-only', styles.otherAreas)} aria-label={label}>
      {areas.map(({ id, name }) => (
        <li key={id}>
          <AppLink href={`/areas/${id}`}>
            <bdi>{name}</bdi>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

/**
 * Outlines the stewarded areas in view on the map, and shows the smallest one with a pinned notice. Screen readers get
 * the others, too.
 */
export function AreasInView({ box, map }: Props) {
  const { data } = useQuery(areasInViewQuery(box))
  const areas = data?.items
  useEffect(() => {
    map?.setAreas(areas?.map(({ corners }) => corners) ?? [])
  }, [map, areas])
  const seen = areas?.find(hasNotice)
  const others = areas?.filter((area) => area !== seen) ?? []
  return (
    <>
      {seen && <AreaPill area={seen} />}
      {seen && others.length > 0 && <Links areas={others} label={m.stewards_other_areas()} />}
    </>
  )
}

/** A line that links to the smallest area in view, if no area in view has a notice, which the map would show. */
export function AreaLine({ box }: { box: Box }) {
  const { data } = useQuery(areasInViewQuery(box))
  const [area, ...others] = data?.items ?? []
  if (!area || data?.items.some(hasNotice)) return null
  return (
    <>
      <p className={styles.areaLine}>
        <ShieldCheck size={18} aria-hidden="true" />
        <AppLink href={`/areas/${area.id}`} className={looks.link}>
          <bdi>{area.name}</bdi>
        </AppLink>
        <span>{m.stewards_area_of()}</span>
      </p>
      {others.length > 0 && <Links areas={others} label={m.stewards_other_areas()} />}
    </>
  )
}
