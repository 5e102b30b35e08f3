/** Discussion categories in the form's order; the first is the default. */
export const DISCUSSION_CATEGORIES = ['general', 'tips', 'gear', 'spots'] as const

/** A discussion category. */
export type DiscussionCategory = (typeof DISCUSSION_CATEGORIES)[number]

/** Sort orders for discussions: by creation or by latest comment; the first is the default. */
export const DISCUSSION_ORDERS = ['newest', 'answered'] as const

/** A sort order for discussions. */
export type DiscussionOrder = (typeof DISCUSSION_ORDERS)[number]
