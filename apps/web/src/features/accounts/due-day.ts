const dueDays = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** The day on which an account is removed, as the mails about it say it: `December 5, 2026`. */
export const dueDay = (timestamp: string): string => dueDays.format(new Date(timestamp))
