/** The day of the terms at `/terms`, as `YYYY-MM-DD`: changes with their text. Whoever signs up accepts them. */
export const TERMS_VERSION = '2026-11-21'
