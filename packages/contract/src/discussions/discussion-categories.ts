/** The categories of discussions in the order of the form; the first is the default. */
export const DISCUSSION_CATEGORIES = ['general', 'tips', 'gear', 'spots'] as const

/** A category of discussions. */
export type DiscussionCategory = (typeof DISCUSSION_CATEGORIES)[number]

/** The orders of the list of discussions: by start, or by latest comment; the first is the default. */
export const DISCUSSION_ORDERS = ['newest', 'answered'] as const

/** An order of the list of discussions. */
export type DiscussionOrder = (typeof DISCUSSION_ORDERS)[number]
