/** The kinds of content people create. `comments` are those on posts and in discussions. */
export const OWN_KINDS = ['posts', 'spots', 'drafts', 'comments', 'discussions', 'messages'] as const

/** The kinds of content people create. */
export type OwnKind = (typeof OWN_KINDS)[number]
