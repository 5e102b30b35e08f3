import { z } from 'zod'

// A socket's path starts with a slash; a TCP address needs a port.
function isPlace(text: string): boolean {
  return URL.canParse(text) && /^(unix:\/(?!\/).+|tcp:\/\/[^/]+:\d{1,5}\/?)$/.test(text)
}

/** The environment variable for the virus scanner. */
export const SCANNER_VARIABLES = {
  CLAMD_URL: z
    .string()
    .refine(isPlace, 'must be where clamd listens, like unix:/run/clamav/clamd.ctl or tcp://localhost:3310')
    .transform((text) => new URL(text))
    .optional(),
}
