import { lazyExtra } from '../../ui/lazy-part.tsx'

export { useWelcome } from './use-welcome.ts'

/** The welcome card for new members. It loads only for them, and the feed works without it. */
export const WelcomeCard = lazyExtra(() =>
  import('./welcome-card.tsx').then(({ WelcomeCard }) => ({ default: WelcomeCard })),
)
