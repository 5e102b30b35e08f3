import { lazyPart } from '../../ui/lazy-part.tsx'

/** Chooses the crew of a spot or post; loaded on demand. */
export const CrewChoice = lazyPart(() =>
  import('./crew-choice.tsx').then(({ CrewChoice }) => ({ default: CrewChoice })),
)

/** Accepts or declines an invitation; loaded when there is one. */
export const InvitationButtons = lazyPart(() =>
  import('./invitation-buttons.tsx').then(({ InvitationButtons }) => ({ default: InvitationButtons })),
)
