import { z } from 'zod'

/** The native apps that can open this server's URLs. */
export type NativeApps = Readonly<{
  /** The id of both apps in their stores. */
  id: string
  /** SHA-256 fingerprints of the Android app's signing certificates. */
  fingerprints: readonly string[]
  /** The Apple developer team's id; null if there is no iOS app. */
  team: string | null
}>

/** Environment variables for native apps. */
export const NATIVE_VARIABLES = {
  NATIVE_APP_ID: z
    .string()
    .regex(/^[a-z]\w*(\.[a-z]\w*)+$/i, 'must be an id like app.nollie')
    .default('app.nollie'),
  NATIVE_ANDROID_FINGERPRINTS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim().toUpperCase()))
    .refine(
      (list) => list.every((part) => /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/.test(part)),
      'must be SHA-256 fingerprints like AB:CD:... (32 pairs), separated by commas',
    )
    .default([]),
  NATIVE_IOS_TEAM: z
    .string()
    .regex(/^[A-Z0-9]{10}$/, 'must be an Apple team ID of ten letters and digits')
    .optional(),
}

type Values = {
  NATIVE_APP_ID: string
  NATIVE_ANDROID_FINGERPRINTS: readonly string[]
  NATIVE_IOS_TEAM?: string | undefined
}

/** Reads which native apps can open this server's URLs. */
export function readNativeApps(values: Values): NativeApps {
  return {
    id: values.NATIVE_APP_ID,
    fingerprints: values.NATIVE_ANDROID_FINGERPRINTS,
    team: values.NATIVE_IOS_TEAM ?? null,
  }
}
