import { z } from 'zod'

function parseList(text: string) {
  return text.split(',').map((part) => part.trim())
}

function isWeb(text: string) {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Environment variables for external services that browsers use. */
export const SERVICE_VARIABLES = {
  LOCATION_SERVICES: z
    .string()
    .transform(parseList)
    .refine(
      (list) => list.length <= 3 && list.every(isWeb),
      'must be up to three addresses like https://where.example/json, separated by commas',
    )
    .default([]),
  PUSH_SERVICES: z
    .string()
    .transform(parseList)
    .refine(
      (list) => list.every((part) => isWeb(part) && new URL(part).origin === part),
      'must be origins like https://push.example, separated by commas',
    )
    .default([]),
}
