import { LIMITS } from '@nollie/contract/limits'
import type { Letter } from '../../platform/mail/index.ts'

/** The archive can be fetched. The link is of use to nobody but whoever is signed in to the account. */
export const exportReady = (url: string): Letter => ({
  subject: 'Your Nollie data is ready',
  title: 'Your data is ready',
  paragraphs: [
    'The archive of everything of yours at Nollie is made. You can fetch it where you are signed in.',
    `It is kept for ${LIMITS.export_days} days, then it is deleted.`,
  ],
  action: { label: 'Fetch my data', url },
  footnote: 'If you did not ask for it, somebody else is signed in to your account: change your password.',
})

/** The archive could not be made. */
export const exportFailed = (url: string): Letter => ({
  subject: 'Your Nollie data could not be put together',
  title: 'That did not work',
  paragraphs: ['The archive of your data could not be made. Please ask for it again.'],
  action: { label: 'Ask again', url },
})

/** The archive of somebody who is shut out; the link is all it takes. */
export const exportBrought = (url: string): Letter => ({
  subject: 'Your Nollie data is ready',
  title: 'Your data is ready',
  paragraphs: [
    'The archive of everything of yours at Nollie is made. The link below brings it, to whoever has it: keep this mail to yourself.',
    `It is kept for ${LIMITS.export_days} days, then it is deleted.`,
  ],
  action: { label: 'Fetch my data', url },
})
