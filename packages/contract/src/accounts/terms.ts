/** The date of the terms at `/terms`, as `YYYY-MM-DD`. Update it when they change. Signing up accepts the terms. */
export const TERMS_VERSION = '2026-11-21'
