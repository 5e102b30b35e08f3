import { session } from '../lib/session.ts'
import { chooseTransition, findLightboxChange } from './choose-transition.ts'
import { router } from './router.tsx'
import { watchViewedPhoto } from './late/viewed-photo.ts'

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** Animates changes of screens, unless the person prefers reduced motion. */
export function startViewTransitions(): void {
  // In browsers that don't support types of transitions, the router would animate every change.
  if (!CSS.supports('selector(:active-view-transition-type(push))')) return
  let isBack = false
  // Whether the browser itself has animated going back, as for a swipe from the edge of the screen.
  let isAnimated = false
  addEventListener('popstate', (event) => (isAnimated = event.hasUAVisualTransition), { capture: true })
  router.history.subscribe(({ action }) => {
    isBack = action.type !== 'PUSH' && action.type !== 'REPLACE'
    if (!isBack) isAnimated = false
  })
  const markPhoto = watchViewedPhoto()
  router.update({
    ...router.options,
    defaultViewTransition: {
      types: (change) => {
        if (reducedMotion.matches || isAnimated) return false
        const lightbox = findLightboxChange(change)
        if (lightbox) markPhoto(lightbox, change)
        return chooseTransition(change, { isBack, isVisitor: session.get().status === 'signed-out' })
      },
    },
  })
}
