import { lazyPart } from '../../ui/lazy-part.tsx'

/** A control for choosing a spot's or post's crew. It loads on demand. */
export const CrewChoice = lazyPart(() =>
  import('./crew-choice.tsx').then(({ CrewChoice }) => ({ default: CrewChoice })),
)

/** Buttons that accept or decline an invitation. They load only if there is an invitation. */
export const InvitationButtons = lazyPart(() =>
  import('./invitation-buttons.tsx').then(({ InvitationButtons }) => ({ default: InvitationButtons })),
)
