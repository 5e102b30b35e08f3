/** Who may know of a spot, from the widest audience to the smallest. */
export const AUDIENCES = ['everybody', 'members', 'mutuals', 'only_me'] as const

/** One of {@link AUDIENCES}. */
export type Audience = (typeof AUDIENCES)[number]

/**
 * What somebody is to whoever shared a spot; the first that fits. `mutual`: both follow each other. `blocked`: a member with
 * a block between the two, in either direction. Admins are members like any others.
 */
export const RELATIONS = ['creator', 'blocked', 'mutual', 'member', 'visitor'] as const

/** One of {@link RELATIONS}. */
export type Relation = (typeof RELATIONS)[number]

/**
 * THE table of who may know of a spot, and of everything that hangs on it. The condition in SQL and {@link isAudienceOf} are
 * both made of it (docs/decisions/0097-who-may-know.md).
 */
export const KNOWN_TO: Record<Audience, readonly Relation[]> = {
  everybody: ['creator', 'blocked', 'mutual', 'member', 'visitor'],
  members: ['creator', 'mutual', 'member'],
  mutuals: ['creator', 'mutual'],
  only_me: ['creator'],
}

/** Whether somebody of this relation may know of a spot with this audience. */
export const isAudienceOf = (audience: Audience, relation: Relation): boolean =>
  KNOWN_TO[audience].includes(relation)
