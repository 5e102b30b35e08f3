/** The categories of discussions in the order of the form; the first is the default. */
export const DISCUSSION_CATEGORIES = ['general', 'tips', 'gear', 'spots'] as const

/** A category of discussions. */
export type DiscussionCategory = (typeof DISCUSSION_CATEGORIES)[number]

/** Sort orders of the list of discussions: by creation or by latest comment; the first is the default. */
export const DISCUSSION_ORDERS = ['newest', 'answered'] as const

/** A sort order of the list of discussions. */
export type DiscussionOrder = (typeof DISCUSSION_ORDERS)[number]
