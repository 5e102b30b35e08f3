import { join } from 'node:path'
import type { Config } from './config.ts'
import { firstAdminPath } from './modules/moderation/index.ts'
import { outboxAccess, outboxKey } from './platform/mail/index.ts'
import type { readRole } from './role.ts'

/** Returns the URL that the server itself listens on. */
export function toAddress({ port, host }: Pick<Config, 'port' | 'host'>) {
  return `http://${['localhost', '0.0.0.0', '::', '127.0.0.1'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}

type Started = {
  role: ReturnType<typeof readRole>
  /** A description of the database. */
  where: string
  /** A description of where photos and videos are stored. */
  files: string
  secret: string
  video: { name: string } | null
  /** Whether there is no admin yet. */
  isNew: boolean
}

/** Returns the URL of the page that shows stored emails; null if there's a mail server or the page isn't available. */
function findOutboxPage(config: Config, secret: string): string | null {
  const address = toAddress(config)
  if (config.smtpUrl) return null
  const publicUrl = config.publicUrl ?? new URL(address)
  return outboxAccess({ ...config, publicUrl, secret }).isPossible
    ? `${address}/dev/outbox?key=${outboxKey(secret)}`
    : null
}

function describeMail(config: Config, secret: string): string {
  if (config.smtpUrl) return `sent through ${new URL(config.smtpUrl).host}`
  const folder = `not sent: kept in ${join(config.dataDir, 'outbox')} for 30 days`
  const page = findOutboxPage(config, secret)
  return page ? `${folder}, shown at ${page}` : folder
}

function findPublicAddress(config: Config): string {
  return config.publicUrl?.href.replace(/\/$/, '') ?? toAddress(config)
}

function describeNextSteps(config: Config, secret: string): string[] {
  return [
    '',
    'Next steps:',
    `  1. Open ${findPublicAddress(config)} and sign up.${findOutboxPage(config, secret) ? ' Your email is on the page shown above, after "mail".' : ''}`,
    `  2. Make yourself the admin: ${findPublicAddress(config)}${firstAdminPath(secret)}`,
    `  3. Fill the map: ${findPublicAddress(config)}/admin/skateparks, or npm run sample for 70 sample spots.`,
  ]
}

/**
 * Returns the lines that a started server prints for its operator: its URL, its resources, and next steps if it's new.
 */
export function describeStart(config: Config, { role, where, files, secret, video, isNew }: Started): string {
  const lines = [
    role.serves
      ? `Nollie is ready at ${findPublicAddress(config)}`
      : `Nollie is running jobs. Health: ${toAddress(config)}/api/health/ready`,
    ...(role.name === 'web' ? ['  role   web: start a worker, too (npm start -- --role worker)'] : []),
    `  mail   ${describeMail(config, secret)}`,
    `  data   ${config.dataDir}; ${where}`,
    ...(config.s3 ? [`  media  ${files}`] : []),
    `  video  ${video ? `encoded by ${video.name}` : 'no encoder found (ffmpeg, or the optional package): videos are refused'}`,
    ...config.warnings.map((warning) => `  warn   ${warning}`),
    ...(config.unused.length > 0
      ? [`  unused ${config.unused.join(', ')}: accepted, but not used by this version yet`]
      : []),
    ...(isNew ? describeNextSteps(config, secret) : []),
  ]
  return `${lines.join('\n')}\n`
}
