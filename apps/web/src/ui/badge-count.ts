/** The highest count shown as a number; higher counts are shown as `9+`. */
export const BADGE_MAX = 9

/** Formats a count for a badge. */
export function badgeCount(count: number): number | string {
  return count > BADGE_MAX ? `${BADGE_MAX}+` : count
}
