import { lazyPart } from '../../ui/lazy-part.tsx'

/** Which crew a spot or post is for; loaded when somebody chooses one. */
export const CrewChoice = lazyPart(() =>
  import('./crew-choice.tsx').then(({ CrewChoice }) => ({ default: CrewChoice })),
)

/** Accepts or declines an invitation; loaded with the first one. */
export const InvitationButtons = lazyPart(() =>
  import('./invitation-buttons.tsx').then(({ InvitationButtons }) => ({ default: InvitationButtons })),
)
