import { type ComponentType, lazy } from 'react'

export { useWelcome } from './use-welcome.ts'

/** The welcome of new members; its code comes for them alone, and without it the feed is there all the same. */
export const WelcomeCard = lazy(() =>
  import('./welcome-card.tsx').then(
    ({ WelcomeCard }): { default: ComponentType<{ onEnd: () => void }> } => ({ default: WelcomeCard }),
    () => ({ default: () => null }),
  ),
)
