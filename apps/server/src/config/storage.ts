import { z } from 'zod'
import { address, siteAddress } from './values.ts'
import type { S3Settings } from '../platform/files/index.ts'

/** Environment variables for file storage: a bucket, and a CDN in front of it. */
export const STORAGE_VARIABLES = {
  S3_ENDPOINT: address(['http:', 'https:'], 'https://s3.example'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a region, like eu-central-1')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  MEDIA_PUBLIC_URL: siteAddress('https://media.nollie.example'),
  MEDIA_PUBLIC_SECRET: z.string().min(32, 'must be at least 32 random characters').optional(),
  MEDIA_STORE: z.enum(['disk', 's3'], 'must be disk or s3').optional(),
}

type StorageVariables = z.output<z.ZodObject<typeof STORAGE_VARIABLES>>

/** The region to send to stores that don't have regions. */
const DEFAULT_REGION = 'us-east-1'
const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Requires all of a bucket's variables together. If some were missing, files would silently be stored on disk. */
export function checkStorage(data: StorageVariables, context: z.RefinementCtx): void {
  const missing = S3_NAMES.filter((name) => data[name] === undefined)
  const isAsked =
    missing.length < S3_NAMES.length || data.S3_REGION !== undefined || data.MEDIA_STORE === 's3'
  for (const name of isAsked ? missing : [])
    context.addIssue({
      code: 'custom',
      path: [name],
      message: `must be set, because a bucket needs ${S3_NAMES.join(', ')}`,
    })
  const wanted = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const { MEDIA_PUBLIC_URL: url, MEDIA_PUBLIC_SECRET: secret } = data
  if (url && !secret) wanted('MEDIA_PUBLIC_SECRET', 'must be set with MEDIA_PUBLIC_URL: it signs addresses')
  if (secret && !url) wanted('MEDIA_PUBLIC_URL', 'must be set with MEDIA_PUBLIC_SECRET')
  if (url && (data.S3_BUCKET === undefined || data.MEDIA_STORE === 'disk'))
    wanted('MEDIA_PUBLIC_URL', 'must be in front of the bucket that new files go to')
}

/** Reads the settings of the CDN in front of the bucket; null means that there is none. */
export function readCdnSettings({ MEDIA_PUBLIC_URL: url, MEDIA_PUBLIC_SECRET: secret }: StorageVariables) {
  return url && secret ? { url: new URL(url), secret } : null
}

/** Reads the bucket's settings; null means that files are on disk. */
export function toS3Settings(data: StorageVariables): S3Settings | null {
  return data.S3_ENDPOINT && data.S3_BUCKET
    ? {
        endpoint: data.S3_ENDPOINT,
        bucket: data.S3_BUCKET,
        region: data.S3_REGION ?? DEFAULT_REGION,
        accessKeyId: data.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: data.S3_SECRET_ACCESS_KEY ?? '',
      }
    : null
}
