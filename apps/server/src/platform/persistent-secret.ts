import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from './start-refused.ts'

/**
 * Reads the secret that signs links and refresh tokens: 32 random bytes in `DATA_DIR/secret` (0600), created at the first start.
 * @throws StartRefused if it's damaged, because a new one would sign everyone out
 */
export function readOrCreateSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    const half = `${file}.${process.pid}`
    writeFileSync(half, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    try {
      linkSync(half, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(half)
    }
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32) {
    throw new StartRefused(
      `${file} is damaged. Restore it, or delete it to create a new one (everyone has to sign in again).`,
    )
  }
  return secret
}
