import { describeUser } from './describe-user.ts'
import { StartRefused } from './start-refused.ts'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a file is where a folder should be',
  EISDIR: 'a folder is where a file should be',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  EMFILE: 'too many files are open (ulimit -n)',
  ENFILE: 'too many files are open',
  EIO: 'the disk reports errors',
}

/**
 * Describes in one line, for the operator, why a program ended: a refused start, or a file that the program's user
 * can't access. Null for anything else, which is a bug.
 */
export function describeFailure(error: unknown): string | null {
  if (error instanceof StartRefused) return error.message
  if (!(error instanceof Error)) return null
  const { code = '', path } = error as NodeJS.ErrnoException
  const reason = REASONS[code]
  if (reason && path) return `${path} can't be used by ${describeUser()}: ${reason}.`
  return error.cause === undefined ? null : describeFailure(error.cause)
}
