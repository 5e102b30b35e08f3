import { lazy } from 'react'

/** Which crew a spot or post is for; loaded when somebody chooses one. */
export const CrewChoice = lazy(() =>
  import('./crew-choice.tsx').then(({ CrewChoice }) => ({ default: CrewChoice })),
)

/** Accepts or declines an invitation; loaded with the first one. */
export const InvitationButtons = lazy(() =>
  import('./invitation-buttons.tsx').then(({ InvitationButtons }) => ({ default: InvitationButtons })),
)
