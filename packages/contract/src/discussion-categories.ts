/** What discussions are about, in the order the form offers them; the first is what it begins with. */
export const DISCUSSION_CATEGORIES = ['general', 'tips', 'gear', 'spots'] as const

/** What discussions are about, in the order the form offers them. */
export type DiscussionCategory = (typeof DISCUSSION_CATEGORIES)[number]

/** How discussions can be listed: by when they were started, or by their latest answer; the first without a choice. */
export const DISCUSSION_ORDERS = ['newest', 'answered'] as const

/** How discussions can be listed: by when they were started, or by their latest answer. */
export type DiscussionOrder = (typeof DISCUSSION_ORDERS)[number]
