/** Kinds of things people make and read again as theirs. `comments` are those under posts and in discussions. */
export const OWN_KINDS = ['posts', 'spots', 'comments', 'discussions', 'messages'] as const

/** See {@link OWN_KINDS}. */
export type OwnKind = (typeof OWN_KINDS)[number]
