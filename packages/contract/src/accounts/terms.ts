/** Date of the terms at `/terms`, as `YYYY-MM-DD`. Update it whenever the text changes. Signing up accepts them. */
export const TERMS_VERSION = '2026-11-21'
