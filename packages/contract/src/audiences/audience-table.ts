/** Who may know of a spot, from the widest audience to the smallest. */
export const AUDIENCES = ['everybody', 'members', 'mutuals', 'crew', 'only_me'] as const

/** One of {@link AUDIENCES}. */
export type Audience = (typeof AUDIENCES)[number]

/**
 * The audiences of a post without a spot, which is for all members by default; one at a spot is for whoever may know of the
 * spot. What was for a crew is `only_me` once its author has left it.
 */
export const POST_AUDIENCES = ['everybody', 'crew', 'only_me'] as const satisfies readonly Audience[]

/** One of {@link POST_AUDIENCES}. */
export type PostAudience = (typeof POST_AUDIENCES)[number]

/**
 * What somebody is to whoever shared a spot or a post. `mutual`: both follow each other. `crew`: in the crew that it is for.
 * `blocked`: a member with a block between the two, in either direction, who is nothing else then. Admins are members like any
 * others.
 */
export const RELATIONS = ['creator', 'blocked', 'mutual', 'crew', 'member', 'visitor'] as const

/** One of {@link RELATIONS}. */
export type Relation = (typeof RELATIONS)[number]

/**
 * THE table of who may know of a spot, and of everything that hangs on it, and of a post with an audience of its own. The
 * condition in SQL and {@link isAudienceOf} are both made of it (docs/decisions/0097-who-may-know.md, 0106-crews.md).
 */
export const KNOWN_TO: Record<Audience, readonly Relation[]> = {
  everybody: ['creator', 'blocked', 'mutual', 'crew', 'member', 'visitor'],
  members: ['creator', 'mutual', 'crew', 'member'],
  mutuals: ['creator', 'mutual'],
  crew: ['creator', 'crew'],
  only_me: ['creator'],
}

/** Whether somebody with any of these relations may know of a spot with this audience. */
export const isAudienceOf = (audience: Audience, ...relations: readonly Relation[]): boolean =>
  relations.some((relation) => KNOWN_TO[audience].includes(relation))

/** An audience as a form sends it: a crew is named where it is for one, and only there. */
export const namesItsCrew = ({
  audience,
  crew_id,
}: {
  audience?: Audience | undefined
  crew_id?: string | null | undefined
}): boolean => (audience === 'crew') === Boolean(crew_id)
