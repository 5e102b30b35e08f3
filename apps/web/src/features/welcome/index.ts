import { lazyExtra } from '../../ui/lazy-part.tsx'

export { useWelcome } from './use-welcome.ts'

/** The welcome of new members. Its code is loaded for them only, and the feed does not need it. */
export const WelcomeCard = lazyExtra(() =>
  import('./welcome-card.tsx').then(({ WelcomeCard }) => ({ default: WelcomeCard })),
)
