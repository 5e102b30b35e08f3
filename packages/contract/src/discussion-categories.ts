/** What discussions are about, in the order the form offers them; the first is what it begins with. */
export const DISCUSSION_CATEGORIES = ['general', 'tips', 'gear', 'spots'] as const

/** See {@link DISCUSSION_CATEGORIES}. */
export type DiscussionCategory = (typeof DISCUSSION_CATEGORIES)[number]
