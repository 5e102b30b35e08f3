import { Plus } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { go } from '../../../lib/navigation.ts'
import { useSession } from '../../../lib/use-session.ts'
import { HeaderBar } from '../../../ui/layout/header-bar.tsx'
import { iconButtonLook } from '../../../ui/icon-button.tsx'
import { LazyMenu } from '../../../ui/overlays/lazy-menu.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { AppLink } from '../../../ui/link.tsx'
import type { SpotsScreenState } from './use-spots-screen.ts'
import styles from './spots-screen.module.css'

function loadMenu() {
  return import('./map-menu.tsx')
}

const MapMenu = lazyPart(() => loadMenu().then(({ MapMenu }) => ({ default: MapMenu })))

/** The bar above the map, with a menu of rarely needed actions. Visitors see no buttons in it. */
export function SpotsBar({ screen }: { screen: SpotsScreenState }) {
  const { drawing, filters, actions } = screen
  const isMember = useSession().status === 'signed-in'
  return (
    <HeaderBar title={m.map_title()} onBack={() => go(isMember ? '/dashboard' : '/')}>
      {isMember && (
        <>
          <AppLink {...iconButtonLook()} href="/share-spot" aria-label={m.map_share()}>
            <Plus size={24} aria-hidden="true" />
          </AppLink>
          <LazyMenu label={m.map_menu()} load={loadMenu}>
            <MapMenu map={drawing.map} onShowAll={() => actions.showAll(filters, false)} />
          </LazyMenu>
        </>
      )}
    </HeaderBar>
  )
}

/** The floating share button. For visitors, its label says that sharing requires signing in. */
export function FloatingShare() {
  const isVisitor = useSession().status === 'signed-out'
  const label = isVisitor ? m.map_sign_in_to_share() : m.map_share_floating()
  return (
    <AppLink
      className={styles.fab}
      href={isVisitor ? '/auth?next=%2Fshare-spot' : '/share-spot'}
      aria-label={label}
      data-visitor={isVisitor ? '' : undefined}
    >
      <Plus size={isVisitor ? 20 : 30} aria-hidden="true" />
      {isVisitor && <span>{label}</span>}
    </AppLink>
  )
}
