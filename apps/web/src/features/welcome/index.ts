import { type ComponentType, lazy } from 'react'

export { useWelcome } from './use-welcome.ts'

/** The welcome of new members. Its code is loaded for them only, and the feed does not need it. */
export const WelcomeCard = lazy(() =>
  import('./welcome-card.tsx').then(
    ({ WelcomeCard }): { default: ComponentType<{ onEnd: () => void }> } => ({ default: WelcomeCard }),
    () => ({ default: () => null }),
  ),
)
