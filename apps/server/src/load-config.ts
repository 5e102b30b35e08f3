import { type Config, readConfig, readEnvironment } from './config.ts'
import { requireDataDir } from './platform/data-dir.ts'

/** Whether a program with these settings stores anything in the data directory. */
function usesDataDir({ databaseUrl, s3, mediaStore, secret, smtpUrl }: Config): boolean {
  return databaseUrl === null || s3 === null || mediaStore === 'disk' || secret === null || smtpUrl === null
}

/**
 * Loads a program's settings from `.env` and the environment. Prints which settings are ignored, and checks the data
 * directory if the program stores files in it.
 * @throws StartRefused with one line per invalid setting
 */
export function loadConfig({ storesFiles = true, makesDataDir = true } = {}): Config {
  const { env, notes } = readEnvironment()
  for (const note of notes) console.error(note)
  const config = readConfig(env)
  if (storesFiles && usesDataDir(config)) requireDataDir(config.dataDir, { makes: makesDataDir })
  return config
}
