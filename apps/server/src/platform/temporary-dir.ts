import { accessSync, constants, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describeUser } from './describe-user.ts'
import { StartRefused } from './start-refused.ts'

/**
 * Checks that this process can write to the folder for temporary files, which uploads need.
 * @throws StartRefused with one line that names the folder and the user
 */
export function requireTemporaryDir(path: string = tmpdir()): void {
  try {
    if (!statSync(path).isDirectory()) throw new Error('not a folder')
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch {
    throw new StartRefused(
      `The folder for temporary files, ${path}, can't be written by ${describeUser()}. Create it, or set TMPDIR to another folder.`,
    )
  }
}
