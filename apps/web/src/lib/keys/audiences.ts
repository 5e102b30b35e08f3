/** Who may know of spots. */
export const audienceKeys = {
  last: ['audiences', 'last'] as const,
}
