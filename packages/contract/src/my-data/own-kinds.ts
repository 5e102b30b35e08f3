/** The kinds of content people make. `comments` are those under posts and in discussions. */
export const OWN_KINDS = ['posts', 'spots', 'drafts', 'comments', 'discussions', 'messages'] as const

/** The kinds of content people make. */
export type OwnKind = (typeof OWN_KINDS)[number]
