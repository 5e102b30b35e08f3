/** Who may know of a spot, from the widest audience to the smallest. */
export const AUDIENCES = ['everybody', 'members', 'mutuals', 'crew', 'only_me'] as const

/** One of {@link AUDIENCES}. */
export type Audience = (typeof AUDIENCES)[number]

/**
 * The audiences of a post without a spot, which is for all members by default; one at a spot is for whoever may know of the
 * spot. What was for a crew is `only_me` once its author has left it. `everybody` is all members: visitors are shown no posts.
 */
export const POST_AUDIENCES = [
  'everybody',
  'mutuals',
  'crew',
  'only_me',
] as const satisfies readonly Audience[]

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

/** How precisely a spot is shown to those who do not see it exactly, from the most precise to the least. */
export const PRECISIONS = ['exact', 'about_150_m', 'about_1_km', 'town'] as const

/** One of {@link PRECISIONS}. */
export type Precision = (typeof PRECISIONS)[number]

/** Who of the audience of a spot may see it exactly, and before it opens: everybody is nobody in particular. */
export const EXACT_AUDIENCES = ['members', 'mutuals', 'crew', 'only_me'] as const

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

/** Who may see a spot exactly of those in `audience`: never anybody who is not in `exact_for`. */
export const exactAudienceWithin = (exact_for: ExactAudience, audience: Audience): ExactAudience => {
  if (audience === 'everybody' || isWithin(exact_for, audience)) return exact_for
  return isWithin(audience, exact_for) ? audience : 'only_me'
}

/** Whether somebody with any of these relations sees where a spot is that they may know of. */
export const seesExactly = (
  { precision, exact_for }: { precision: Precision; exact_for: ExactAudience },
  ...relations: readonly Relation[]
): boolean => precision === 'exact' || isAudienceOf(exact_for, ...relations)

/** Whether a spot is for a crew, or is seen exactly by one. */
export const isForCrew = ({
  audience,
  exact_for,
}: {
  audience?: Audience | undefined
  exact_for?: ExactAudience | undefined
}): boolean => audience === 'crew' || exact_for === 'crew'

/** An audience as a form sends it: a crew is named where it is for one, and only there. */
export const namesItsCrew = ({
  crew_id,
  ...secrecy
}: {
  audience?: Audience | undefined
  exact_for?: ExactAudience | undefined
  crew_id?: string | null | undefined
}): boolean => isForCrew(secrecy) === Boolean(crew_id)
