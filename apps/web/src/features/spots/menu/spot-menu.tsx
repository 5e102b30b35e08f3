import { type ComponentProps } from 'react'
import { m } from '../../../i18n/messages.ts'
import { LazyMenu } from '../../../ui/overlays/lazy-menu.tsx'
import type { SpotMenuItems } from './spot-menu-items.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'

function load() {
  return import('./spot-menu-items.tsx')
}

const Actions = lazyPart(() => load().then(({ SpotMenuItems }) => ({ default: SpotMenuItems })))

/** The menu of actions on a spot, with its button. */
export function SpotMenu(props: ComponentProps<typeof SpotMenuItems>) {
  return (
    <LazyMenu label={m.spots_actions()} variant="glass" load={load}>
      <Actions {...props} />
    </LazyMenu>
  )
}
