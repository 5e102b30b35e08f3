/** A badge says `9+` for more than this many. */
export const BADGE_MAX = 9

/** A count as badges show it. */
export const badgeCount = (count: number): number | string => (count > BADGE_MAX ? `${BADGE_MAX}+` : count)
