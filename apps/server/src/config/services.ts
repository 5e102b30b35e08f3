import { z } from 'zod'

const parseList = (text: string) => text.split(',').map((part) => part.trim())
const isWeb = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

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
