import { chooseTransition } from './choose-transition.ts'
import { router } from './router.tsx'

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** Animates changes of screens, unless the person prefers reduced motion. */
export function startViewTransitions(): void {
  let isBack = false
  router.history.subscribe(({ action }) => {
    isBack = action.type !== 'PUSH' && action.type !== 'REPLACE'
  })
  router.update({
    ...router.options,
    defaultViewTransition: {
      types: (change) => !reducedMotion.matches && chooseTransition(change, isBack),
    },
  })
}
