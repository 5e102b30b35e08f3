/** Who can see a spot, from the widest audience to the narrowest. */
export const AUDIENCES = ['everybody', 'members', 'mutuals', 'crew', 'only_me'] as const

/** One of {@link AUDIENCES}. */
export type Audience = (typeof AUDIENCES)[number]

/**
 * Audiences for a post without a spot; the default is all members. A post at a spot has the spot's audience. A crew
 * post becomes `only_me` when its author leaves the crew. `everybody` means all members, because visitors don't see
 * posts.
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
 * A person's relation to the creator of a spot or post. `mutual`: they follow each other. `crew`: the person is in the
 * crew that it's shared with. `blocked`: either person blocked the other, which overrides all other relations. Admins
 * count as members.
 */
export const RELATIONS = ['creator', 'blocked', 'mutual', 'crew', 'member', 'visitor'] as const

/** One of {@link RELATIONS}. */
export type Relation = (typeof RELATIONS)[number]

/**
 * The single source of truth for the visibility of spots and their content, and of posts with their own audience. {@link isAudienceOf}
 * and one SQL condition are derived from it. The functions of migration 044 repeat it, so a change needs a migration
 * (docs/decisions/0131-visible-rows.md).
 */
export const KNOWN_TO: Record<Audience, readonly Relation[]> = {
  everybody: ['creator', 'blocked', 'mutual', 'crew', 'member', 'visitor'],
  members: ['creator', 'mutual', 'crew', 'member'],
  mutuals: ['creator', 'mutual'],
  crew: ['creator', 'crew'],
  only_me: ['creator'],
}

/** Whether a spot with this audience is visible to a person with any of these relations. */
export function isAudienceOf(audience: Audience, ...relations: readonly Relation[]): boolean {
  return relations.some((relation) => KNOWN_TO[audience].includes(relation))
}

/** How precisely a spot's position is shown to people who can't see the exact one, from most to least precise. */
export const PRECISIONS = ['exact', 'about_150_m', 'about_1_km', 'town'] as const

/** One of {@link PRECISIONS}. */
export type Precision = (typeof PRECISIONS)[number]

/**
 * Groups that can see a spot's exact position, and the spot itself before it opens. Deliberately excludes `everybody`.
 */
export const EXACT_AUDIENCES = ['members', 'mutuals', 'crew', 'only_me'] as const

/** One of {@link EXACT_AUDIENCES}. */
export type ExactAudience = (typeof EXACT_AUDIENCES)[number]

/**
 * Radius in meters of the circle around the shown position that contains the spot. It's 25 percent larger than the
 * random offset, so a slightly corrected pin stays inside it without a new offset. Null for a town, which has no useful
 * radius.
 */
export const CIRCLE_METRES: Readonly<Record<Precision, number | null>> = {
  exact: null,
  about_150_m: 187.5,
  about_1_km: 1_250,
  town: null,
}

/** Whether `outer` includes everyone in `inner`. */
export function isWithin(inner: Audience, outer: Audience): boolean {
  return KNOWN_TO[inner].every((relation) => KNOWN_TO[outer].includes(relation))
}

/** Returns the part of `audience` that can see a spot's exact position; never wider than `exact_for`. */
export function exactAudienceWithin(exact_for: ExactAudience, audience: Audience): ExactAudience {
  if (audience === 'everybody' || isWithin(exact_for, audience)) return exact_for
  return isWithin(audience, exact_for) ? audience : 'only_me'
}

/** Whether a person with any of these relations can see a spot's exact position, given that they can see the spot. */
export function seesExactly(
  { precision, exact_for }: { precision: Precision; exact_for: ExactAudience },
  ...relations: readonly Relation[]
): boolean {
  return precision === 'exact' || isAudienceOf(exact_for, ...relations)
}

/** Whether a crew can see the spot, or its exact position. */
export function isForCrew({
  audience,
  exact_for,
}: {
  audience?: Audience | undefined
  exact_for?: ExactAudience | undefined
}): boolean {
  return audience === 'crew' || exact_for === 'crew'
}

/** Whether a form includes a crew exactly when its audience requires one. */
export function namesItsCrew({
  crew_id,
  ...secrecy
}: {
  audience?: Audience | undefined
  exact_for?: ExactAudience | undefined
  crew_id?: string | null | undefined
}): boolean {
  return isForCrew(secrecy) === Boolean(crew_id)
}
