import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readTextFile } from './config/env-file.ts'
import { StartRefused } from './platform/start-refused.ts'

/** Environment variables by name. */
export type Env = Record<string, string | undefined>

const FILE = /^([A-Z][A-Z0-9_]*)_FILE$/
/** Matches systemd credentials for this program. */
const CREDENTIAL = /^nollie\.([A-Z][A-Z0-9_]*)$/

// An empty file is usually one that another program should have written; without its value, the program would start
// with another database or secret.
function readContent(file: string, by: string): string {
  const content = readTextFile(file, by).trim()
  if (content === '') throw new StartRefused(`${by} is empty. Write the value into the file, or unset it.`)
  return content
}

/**
 * Adds variables whose values are in files, as written by secret managers: `NAME_FILE` is a path, and `nollie.NAME` is
 * a systemd credential. Anyone who can inspect the process can see its environment, but not these files.
 * @param names returns whether a variable with this name exists
 * @throws StartRefused for a file that can't be read, or a variable that is set twice
 */
export function withFiles(env: Env, names: (name: string) => boolean): Env {
  const folder = env.CREDENTIALS_DIRECTORY
  // If there are no credentials, the variable can name a folder that doesn't exist.
  const credentials =
    folder && existsSync(folder)
      ? readdirSync(folder).flatMap((file) => {
          const name = CREDENTIAL.exec(file)?.[1]
          return name === undefined ? [] : [{ name, file: join(folder, file), by: `The credential ${file}` }]
        })
      : []
  const files = Object.entries(env).flatMap(([by, file]) => {
    const name = FILE.exec(by)?.[1]
    return name !== undefined && names(name) && file ? [{ name, file, by }] : []
  })
  const found: Env = {}
  for (const { name, file, by } of [...credentials, ...files]) {
    if (!names(name)) throw new StartRefused(`${by} doesn't match any setting`)
    if (env[name] || found[name] !== undefined)
      throw new StartRefused(`${by} sets ${name}, which is already set`)
    found[name] = readContent(file, by)
  }
  return { ...env, ...found }
}
