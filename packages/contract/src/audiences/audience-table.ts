/** Who can see a spot, from the widest audience to the narrowest. */
export const AUDIENCES = ['everybody', 'members', 'mutuals', 'crew', 'only_me'] as const

/** One of {@link AUDIENCES}. */
export type Audience = (typeof AUDIENCES)[number]

/**
 * The audiences of a post without a spot; the default is all members. A post at a spot has the spot's audience. A crew
 * post becomes `only_me` once its author leaves the crew. `everybody` means all members, because visitors see no posts.
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
 * How a person is related to the creator of a spot or post. `mutual`: they follow each other. `crew`: a member of the
 * crew it is shared with. `blocked`: either one blocks the other, which overrides every other relation. Admins count as
 * members.
 */
export const RELATIONS = ['creator', 'blocked', 'mutual', 'crew', 'member', 'visitor'] as const

/** One of {@link RELATIONS}. */
export type Relation = (typeof RELATIONS)[number]

/**
 * The single source of truth for the visibility of spots with all their content, and of posts with their own audience.
 * Both the SQL condition and {@link isAudienceOf} are generated from it (docs/decisions/0097-who-may-know.md,
 * 0106-crews.md).
 */
export const KNOWN_TO: Record<Audience, readonly Relation[]> = {
  everybody: ['creator', 'blocked', 'mutual', 'crew', 'member', 'visitor'],
  members: ['creator', 'mutual', 'crew', 'member'],
  mutuals: ['creator', 'mutual'],
  crew: ['creator', 'crew'],
  only_me: ['creator'],
}

/** Whether a person with any of these relations can see a spot with this audience. */
export const isAudienceOf = (audience: Audience, ...relations: readonly Relation[]): boolean =>
  relations.some((relation) => KNOWN_TO[audience].includes(relation))

/** How precisely a spot is shown to people who don't see its exact position, from most to least precise. */
export const PRECISIONS = ['exact', 'about_150_m', 'about_1_km', 'town'] as const

/** One of {@link PRECISIONS}. */
export type Precision = (typeof PRECISIONS)[number]

/** The groups that can see a spot's exact position, and see it before it opens. `everybody` is missing on purpose. */
export const EXACT_AUDIENCES = ['members', 'mutuals', 'crew', 'only_me'] as const

/** One of {@link EXACT_AUDIENCES}. */
export type ExactAudience = (typeof EXACT_AUDIENCES)[number]

/**
 * Radius in meters of the circle around the shown position that contains the spot. It is 25 percent larger than the
 * random offset, so that a corrected pin stays inside without a new offset. A town has no useful radius.
 */
export const CIRCLE_METRES: Readonly<Record<Precision, number | null>> = {
  exact: null,
  about_150_m: 187.5,
  about_1_km: 1_250,
  town: null,
}

/** Whether everyone in one audience is also in the other. */
export const isWithin = (inner: Audience, outer: Audience): boolean =>
  KNOWN_TO[inner].every((relation) => KNOWN_TO[outer].includes(relation))

/** Who in `audience` can see a spot's exact position; never wider than `exact_for`. */
export const exactAudienceWithin = (exact_for: ExactAudience, audience: Audience): ExactAudience => {
  if (audience === 'everybody' || isWithin(exact_for, audience)) return exact_for
  return isWithin(audience, exact_for) ? audience : 'only_me'
}

/** Whether a person with any of these relations, who can see the spot, sees its exact position. */
export const seesExactly = (
  { precision, exact_for }: { precision: Precision; exact_for: ExactAudience },
  ...relations: readonly Relation[]
): boolean => precision === 'exact' || isAudienceOf(exact_for, ...relations)

/** Whether a crew is a spot's audience, or sees its exact position. */
export const isForCrew = ({
  audience,
  exact_for,
}: {
  audience?: Audience | undefined
  exact_for?: ExactAudience | undefined
}): boolean => audience === 'crew' || exact_for === 'crew'

/** Whether a form names a crew exactly when one is needed. */
export const namesItsCrew = ({
  crew_id,
  ...secrecy
}: {
  audience?: Audience | undefined
  exact_for?: ExactAudience | undefined
  crew_id?: string | null | undefined
}): boolean => isForCrew(secrecy) === Boolean(crew_id)
