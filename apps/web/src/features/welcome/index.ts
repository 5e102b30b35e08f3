import { lazyExtra } from '../../ui/lazy-part.tsx'

export { useWelcome } from './use-welcome.ts'

/** The welcome card for new members; loaded only for them, and not needed by the feed. */
export const WelcomeCard = lazyExtra(() =>
  import('./welcome-card.tsx').then(({ WelcomeCard }) => ({ default: WelcomeCard })),
)
