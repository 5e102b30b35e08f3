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

/** How precisely a spot is shown to those who do not see it exactly, from the most precise to the least. */
export const PRECISIONS = ['exact', 'about_150_m', 'about_1_km', 'town'] as const

/** One of {@link PRECISIONS}. */
export type Precision = (typeof PRECISIONS)[number]

/** Who of the audience of a spot may see it exactly, and before it opens: everybody is nobody in particular. */
export const EXACT_AUDIENCES = ['members', 'mutuals', 'only_me'] as const

/** One of {@link EXACT_AUDIENCES}. */
export type ExactAudience = (typeof EXACT_AUDIENCES)[number]

/**
 * The circle around the shown position in which the spot is, in metres. A quarter more than the draw, so that a corrected
 * pin stays in it and is not drawn anew; a town has none that would say anything.
 */
export const CIRCLE_METRES: Readonly<Record<Precision, number | null>> = {
  exact: null,
  about_150_m: 187.5,
  about_1_km: 1_250,
  town: null,
}

/** Whether everybody of one audience is in another, too. */
export const isWithin = (inner: Audience, outer: Audience): boolean =>
  KNOWN_TO[inner].every((relation) => KNOWN_TO[outer].includes(relation))

/** The widest audience that may see a spot exactly, of those in `audience`. */
export const exactAudienceWithin = (exact_for: ExactAudience, audience: Audience): ExactAudience =>
  isWithin(exact_for, audience) || audience === 'everybody' ? exact_for : audience

/** Whether somebody of this relation sees where a spot is that they may know of. */
export const seesExactly = (
  { precision, exact_for }: { precision: Precision; exact_for: ExactAudience },
  relation: Relation,
): boolean => precision === 'exact' || isAudienceOf(exact_for, relation)
