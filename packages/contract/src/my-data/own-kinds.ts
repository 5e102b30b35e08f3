/** Types of content that people create. `comments` are on posts and in discussions. */
export const OWN_KINDS = ['posts', 'spots', 'drafts', 'comments', 'discussions', 'messages'] as const

/** A type of content that people create. */
export type OwnKind = (typeof OWN_KINDS)[number]
