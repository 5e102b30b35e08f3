import { session } from '../lib/session.ts'
import { chooseTransition } from './choose-transition.ts'
import { router } from './router.tsx'

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** Animates changes of screens, unless the person prefers reduced motion. */
export function startViewTransitions(): void {
  // The router would animate every change if the browser doesn't know types of transitions.
  if (!CSS.supports('selector(:active-view-transition-type(push))')) return
  let isBack = false
  router.history.subscribe(({ action }) => {
    isBack = action.type !== 'PUSH' && action.type !== 'REPLACE'
  })
  router.update({
    ...router.options,
    defaultViewTransition: {
      types: (change) =>
        !reducedMotion.matches &&
        chooseTransition(change, { isBack, isVisitor: session.get().status === 'signed-out' }),
    },
  })
}
