import type { Audience } from '../audiences/audience-table.ts'

/**
 * Who can see a meetup, from the widest audience to the narrowest. Visitors see none, and no one sees a meetup at a spot
 * whose exact position they can't see.
 */
export const MEETUP_AUDIENCES = ['members', 'mutuals', 'crew'] as const satisfies readonly Audience[]

/** One of {@link MEETUP_AUDIENCES}. */
export type MeetupAudience = (typeof MEETUP_AUDIENCES)[number]

/** Who a meetup is for, and what happens there. */
export const MEETUP_TAGS = ['beginners', 'women', 'wcmx', 'filming', 'build', 'contest', 'lesson'] as const

/** One of {@link MEETUP_TAGS}. */
export type MeetupTag = (typeof MEETUP_TAGS)[number]

/** Answers to a meetup. `out` deletes an earlier answer. */
export const MEETUP_ANSWERS = ['in', 'maybe', 'out'] as const

/** One of {@link MEETUP_ANSWERS}. */
export type MeetupAnswer = (typeof MEETUP_ANSWERS)[number]
