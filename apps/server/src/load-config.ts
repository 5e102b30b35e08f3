import { type Config, dropDriverVariables, readConfig, readEnvironment } from './config.ts'
import { requireDataDir } from './platform/data-dir.ts'

/**
 * Checks the data directory if a program with these settings stores anything in it.
 * @param options.makes whether to create it if it's missing
 * @throws StartRefused with one line
 */
export function requireStores(config: Config, { makes }: { makes: boolean }): void {
  if (usesDataDir(config)) requireDataDir(config.dataDir, { makes })
}

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
  dropDriverVariables()
  if (storesFiles) requireStores(config, { makes: makesDataDir })
  return config
}
